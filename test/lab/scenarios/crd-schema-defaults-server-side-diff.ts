import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';
import { aSecretSpec, externalSecretSchema } from './crd-schema-defaults.ts';

const KIND = 'LabSecretRemote';

export const crdSchemaDefaultsServerSideDiff: Scenario = {
  id: 'crd-schema-defaults-ssd',
  title: 'A: the same, and the fix is to let the API server compare',
  async arrange(bench) {
    await bench.apply(aCrd(KIND, externalSecretSchema));
    await bench.commit({ 'secret.yaml': asYaml(aCustomResource(KIND, 'paperclip', aSecretSpec())) });
    await bench.createApp({ syncOptions: ['ServerSideApply=true'] });
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: [`${KIND}/paperclip`], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'schema-default' },
  fix: {
    says: '`compare-options: ServerSideDiff=true` on the Application',
    async apply(bench) {
      const options = 'argocd.argoproj.io/compare-options=ServerSideDiff=true';
      await bench.kubectl('--namespace', 'argocd', 'annotate', 'application', bench.name, options);
      await bench.look('hard');
    },
    leaves: { sync: 'Synced' },
  },
};
