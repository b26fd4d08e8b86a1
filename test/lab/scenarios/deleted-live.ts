import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Fix, Scenario, Verdict } from '../replay/scenario.ts';

const plumbline: Verdict = { lead: 'missing', paths: [''] };
const fix: Fix = {
  says: 'synced',
  async apply(bench) {
    await bench.sync();
  },
  leaves: { sync: 'Synced' },
};

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
  plumbline,
  fix,
  on: {
    // From then on only an app of which nothing is left is Missing.
    '3.5': { argocd: { sync: 'OutOfSync', health: 'Healthy', drifting: ['ConfigMap/flags'] }, plumbline, fix },
  },
};
