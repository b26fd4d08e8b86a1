import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const immutableSelector: Scenario = {
  id: 'immutable-selector',
  title: 'sync refused: the selector of a Deployment is immutable',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    await bench.createApp();
    await bench.sync();
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web', { labels: { app: 'web', tier: 'front' } })) });
    await bench.sync();
  },
  argocd: {
    sync: 'OutOfSync',
    drifting: ['Deployment/web'],
    operation: { phase: 'Failed', says: /field is immutable/ },
  },
  plumbline: { lead: 'sync-failure' },
  fix: {
    says: 'the selector restored in Git',
    async apply(bench) {
      await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    },
    leaves: { sync: 'Synced' },
  },
};
