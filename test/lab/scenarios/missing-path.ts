import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const missingPath: Scenario = {
  id: 'missing-path',
  title: 'source path does not exist',
  async arrange(bench) {
    await bench.commit({ 'apps/web/web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp({ path: 'apps/wbe' });
  },
  argocd: { sync: 'Unknown', condition: { type: 'ComparisonError', says: /app path does not exist/ } },
  plumbline: { lead: 'source-failure' },
  fix: {
    says: 'path of the Application corrected, then synced',
    async apply(bench) {
      await bench.patchApp({ source: { path: 'apps/web' } });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
