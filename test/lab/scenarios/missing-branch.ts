import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const missingBranch: Scenario = {
  id: 'missing-branch',
  title: 'source revision does not exist',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp({ revision: 'release-9' });
  },
  argocd: { sync: 'Unknown', condition: { type: 'ComparisonError', says: /unable to resolve 'release-9'/ } },
  plumbline: { lead: 'source-failure' },
  fix: {
    says: '`targetRevision` corrected, then synced',
    async apply(bench) {
      await bench.patchApp({ source: { targetRevision: 'main' } });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
