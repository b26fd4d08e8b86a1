import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';
import { aSecretSpec, externalSecretSchema } from './crd-schema-defaults.ts';

const KIND = 'LabSecretPlain';

/** Settles whether class A needs server-side apply: live-only keys, also in list items, are not compared here. */
export const crdSchemaDefaultsThreeWay: Scenario = {
  id: 'crd-schema-defaults-three-way',
  title: 'A: the same CRD without server-side apply (no drift)',
  async arrange(bench) {
    await bench.apply(aCrd(KIND, externalSecretSchema));
    await bench.commit({ 'secret.yaml': asYaml(aCustomResource(KIND, 'paperclip', aSecretSpec())) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', drifting: [], operation: { phase: 'Succeeded' } },
  plumbline: { lead: null },
};
