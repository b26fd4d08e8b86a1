import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const CHART = `apiVersion: v2
name: gitea
version: 1.0.0
dependencies:
  - name: redis-cluster
    version: 1.0.0
    condition: redis-cluster.enabled
`;
const SUB_CHART = 'apiVersion: v2\nname: redis-cluster\nversion: 1.0.0\n';
const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: gitea-redis-cluster
spec:
  selector: { app: redis }
  ports: [{ port: 6379 }]
`;

export const subChartDisabled: Scenario = {
  id: 'sub-chart-disabled',
  title: 'D: Helm sub-chart switched off, prune off',
  async arrange(bench) {
    await bench.commit({
      'Chart.yaml': CHART,
      'values.yaml': 'redis-cluster: { enabled: true }\n',
      'templates/gitea.yaml': asYaml(aConfigMap('gitea')),
      'charts/redis-cluster/Chart.yaml': SUB_CHART,
      'charts/redis-cluster/templates/service.yaml': SERVICE,
      'charts/redis-cluster/templates/scripts.yaml': asYaml(aConfigMap('gitea-redis-cluster-scripts')),
    });
    await bench.createApp({ automated: { selfHeal: true } });
    await bench.waitFor({ sync: 'Synced', operation: { phase: 'Succeeded' } });
    await bench.commit({ 'values.yaml': 'redis-cluster: { enabled: false }\n' });
  },
  argocd: { sync: 'OutOfSync', drifting: ['ConfigMap/gitea-redis-cluster-scripts', 'Service/gitea-redis-cluster'] },
  plumbline: { lead: 'zombie', paths: [''] },
  fix: {
    says: 'both objects deleted',
    async apply(bench) {
      await bench.kubectl('delete', 'service/gitea-redis-cluster', 'configmap/gitea-redis-cluster-scripts');
    },
    leaves: { sync: 'Synced' },
  },
};
