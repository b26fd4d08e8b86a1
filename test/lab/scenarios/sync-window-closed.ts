import { aConfigMap, asYaml } from '../replay/manifests.ts';
import { aProject } from '../replay/project.ts';
import { PREFIX, type Scenario } from '../replay/scenario.ts';

const WINDOWED = `${PREFIX}window-closed`;
const ALWAYS = { kind: 'deny', schedule: '0 0 * * *', duration: '24h', applications: ['*'], manualSync: true };

export const syncWindowClosed: Scenario = {
  id: 'sync-window-closed',
  title: 'auto-sync held back by a deny window',
  async arrange(bench) {
    await bench.apply(aProject(WINDOWED, { syncWindows: [ALWAYS] }));
    await bench.commit({ 'web.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp({ project: WINDOWED, automated: { selfHeal: true } });
  },
  argocd: { sync: 'OutOfSync', health: 'Missing', drifting: ['ConfigMap/web'] },
  plumbline: { lead: 'pending', paths: [''], says: /window/ },
  fix: {
    says: 'synced by hand, which the window allows',
    async apply(bench) {
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
