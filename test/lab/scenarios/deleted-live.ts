import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const deletedLive: Scenario = {
  id: 'deleted-live',
  title: 'deleted from the cluster by hand',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web'), aConfigMap('flags')) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('delete', 'configmap/flags');
  },
  argocd: { sync: 'OutOfSync', health: 'Missing', drifting: ['ConfigMap/flags'] },
  plumbline: { lead: 'missing', paths: [''] },
  fix: {
    says: 'synced',
    async apply(bench) {
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
