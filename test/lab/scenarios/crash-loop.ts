import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const CRASHING = { 'lab/crash-loop': 'true', 'lab/restart-count': '1154' };

export const crashLoop: Scenario = {
  id: 'crash-loop',
  title: 'crash-looping controller behind a Synced app, Progressing',
  async arrange(bench) {
    await bench.commit({ 'rollouts.yaml': asYaml(aDeployment('argo-rollouts', { podAnnotations: CRASHING })) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', health: 'Progressing' },
  plumbline: { lead: 'stuck-progressing', says: /CrashLoopBackOff, 1\d{3} restarts/ },
  fix: {
    says: 'what makes it crash removed in Git, then synced',
    async apply(bench) {
      await bench.commit({ 'rollouts.yaml': asYaml(aDeployment('argo-rollouts')) });
      await bench.sync();
    },
    leaves: { sync: 'Synced', health: 'Healthy' },
  },
};
