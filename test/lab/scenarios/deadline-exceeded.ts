import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function web(cpu: string): string {
  const container = { resources: { requests: { cpu } } };
  return asYaml(aDeployment('web', { container, spec: { progressDeadlineSeconds: 5 } }));
}

export const deadlineExceeded: Scenario = {
  id: 'deadline-exceeded',
  title: 'rollout past its progress deadline, Degraded',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': web('64') });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', health: 'Degraded' },
  plumbline: { lead: 'degraded', says: /Insufficient cpu/ },
  fix: {
    says: 'a request that fits, in Git, then synced',
    async apply(bench) {
      await bench.commit({ 'web.yaml': web('1') });
      await bench.sync();
    },
    leaves: { sync: 'Synced', health: 'Healthy' },
  },
};
