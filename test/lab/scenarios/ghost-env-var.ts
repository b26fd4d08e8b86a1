import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

/** Argo CD does not compare what only the live object has, so nothing that reads its verdict can see this. */
export const ghostEnvVar: Scenario = {
  id: 'ghost-env-var',
  title: 'kubectl set env adds a variable that Git never states (Synced)',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('set', 'env', 'deployment/web', 'DEBUG=1');
    await bench.waitFor({ sync: 'Synced', health: 'Healthy' });
  },
  argocd: { sync: 'Synced', health: 'Healthy', drifting: [] },
  plumbline: { lead: null },
};
