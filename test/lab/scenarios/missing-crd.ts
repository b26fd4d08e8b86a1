import { aConfigMap, aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

/** Another kind of the group being served decides which of the two Argo CD says. */
const NOT_SERVED = /LabMonitor\.scn\.lab "" not found|could not find scn\.lab\/LabMonitor/;

export const missingCrd: Scenario = {
  id: 'missing-crd',
  title: 'sync refused: the CRD is not installed',
  async arrange(bench) {
    const monitor = aCustomResource('LabMonitor', 'web', { interval: '30s' });
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web'), monitor) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', operation: { phase: 'Failed', says: NOT_SERVED } },
  plumbline: { lead: 'sync-failure', says: /CustomResourceDefinition|CRD/ },
  fix: {
    says: 'the CRD installed, then synced',
    async apply(bench) {
      await bench.apply(aCrd('LabMonitor', { type: 'object', properties: { interval: { type: 'string' } } }));
      await bench.waitFor({ sync: 'OutOfSync' });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
