import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const brokenKustomization: Scenario = {
  id: 'broken-kustomization',
  title: 'Kustomization names a file that is not there',
  async arrange(bench) {
    await bench.commit({ 'kustomization.yaml': 'resources: [web.yaml]\n' });
    await bench.createApp();
  },
  argocd: { sync: 'Unknown', condition: { type: 'ComparisonError', says: /kustomize build/ } },
  plumbline: { lead: 'render-failure' },
  fix: {
    says: 'the file added to Git, then synced',
    async apply(bench) {
      await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
