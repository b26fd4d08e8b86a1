import { aConfigMap, aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

export const manualChanges: Scenario = {
  id: 'manual-changes',
  title: 'kubectl scale, set image and patch',
  async arrange(bench) {
    await bench.commit({ 'web.yaml': asYaml(aDeployment('web'), aConfigMap('web', { retries: '3' })) });
    await bench.createApp();
    await bench.sync();
    await bench.kubectl('scale', 'deployment/web', '--replicas=3');
    await bench.kubectl('set', 'image', 'deployment/web', 'web=example/web:1.0.1-hotfix');
    await bench.kubectl('patch', 'configmap/web', '--type=merge', '--patch', '{"data":{"retries":"5"}}');
  },
  argocd: { sync: 'OutOfSync', drifting: ['ConfigMap/web', 'Deployment/web'] },
  plumbline: {
    lead: 'manual-change',
    paths: ['/spec/replicas', '/spec/template/spec/containers/0/image', '/data/retries'],
  },
  fix: {
    says: 'reverted by a sync',
    async apply(bench) {
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
