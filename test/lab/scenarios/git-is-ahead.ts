import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const gitIsAhead: Scenario = {
  id: 'git-is-ahead',
  title: 'newer commit, auto-sync off',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web')) });
    await bench.createApp();
    await bench.sync();
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web', { container: { image: 'example/web:1.1.0' } })) });
  },
  argocd: { sync: 'OutOfSync', drifting: ['Deployment/web'] },
  plumbline: { lead: 'pending', paths: ['/spec/template/spec/containers/0/image'] },
  fix: {
    says: 'synced',
    async apply(bench) {
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
