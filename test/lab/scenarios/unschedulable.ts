import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function web(cpu: string): string {
  return asYaml(aDeployment('web', { container: { resources: { requests: { cpu } } } }));
}

export const unschedulable: Scenario = {
  id: 'unschedulable',
  title: 'pod requests more CPU than any node has, Progressing',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': web('64') });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'Synced', health: 'Progressing' },
  plumbline: { lead: 'stuck-progressing', says: /Insufficient cpu/ },
  fix: {
    says: 'a request that fits, in Git, then synced',
    async apply(bench) {
      await bench.commit({ 'web.yaml': web('1') });
      await bench.sync();
    },
    leaves: { sync: 'Synced', health: 'Healthy' },
  },
};
