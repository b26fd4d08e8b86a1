import { asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, sessionAffinity: 'ClientIP', ports: [{ port: 80, targetPort: 8080 }] },
};

/** A value may equal the type's default and still be somebody's edit: that must lead. */
export const kubectlEditDefault: Scenario = {
  id: 'kubectl-edit-default',
  title: 'kubectl patch sets a field back to the API’s default',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(service) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('patch', 'service/web', '--patch', '{"spec":{"sessionAffinity":"None"}}');
  },
  argocd: { sync: 'OutOfSync', drifting: ['Service/web'] },
  plumbline: { lead: 'manual-change', paths: ['/spec/sessionAffinity', '/spec/sessionAffinityConfig'] },
  fix: {
    says: 'reverted by a sync',
    async apply(bench) {
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
