import type { Manifest } from '../kubernetes/resource-paths.ts';
import type { Bench } from '../replay/bench.ts';
import { aConfigMap, aDeployment, asYaml } from '../replay/manifests.ts';

const CHART = `apiVersion: v2
name: gitea
version: 1.0.0
dependencies:
  - name: redis
    version: 1.0.0
    condition: redis.enabled
`;
const RBAC = 'rbac.authorization.k8s.io';
const LABELS = { 'app.kubernetes.io/name': 'redis' };

function redis(): readonly Manifest[] {
  const meta = (name: string) => ({ name, labels: LABELS });
  const container = {
    envFrom: [{ configMapRef: { name: 'redis-config' } }],
    env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'redis-auth', key: 'password' } } }],
  };
  const deployment = aDeployment('redis', { labels: LABELS, container });
  const spec = deployment.spec as { readonly template: { readonly spec: object } };
  const template = { ...spec.template, spec: { ...spec.template.spec, serviceAccountName: 'redis' } };
  return [
    { ...deployment, spec: { ...spec, template } } as Manifest,
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: meta('redis'),
      spec: { selector: LABELS, ports: [{ name: 'tcp', port: 6379 }] },
    },
    aConfigMap('redis-config', { MAXMEMORY: '64mb' }),
    { apiVersion: 'v1', kind: 'Secret', metadata: meta('redis-auth'), stringData: { password: 'hunter2-in-the-lab' } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('redis') },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'Role',
      metadata: meta('redis'),
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: meta('redis'),
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'redis' },
      subjects: [{ kind: 'ServiceAccount', name: 'redis' }],
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: meta('redis'),
      spec: { minAvailable: 1, selector: { matchLabels: LABELS } },
    },
  ];
}

/** `kind/name` as kubectl takes them, of all that the sub-chart leaves behind. */
export const LEFTOVERS = [
  'deployment.apps/redis',
  'service/redis',
  'configmap/redis-config',
  'secret/redis-auth',
  'serviceaccount/redis',
  'role.rbac.authorization.k8s.io/redis',
  'rolebinding.rbac.authorization.k8s.io/redis',
  'poddisruptionbudget.policy/redis',
];

/** Eight objects that refer to each other, of a sub-chart that was switched off; nothing prunes them. */
export async function arrangeLeftovers(bench: Bench): Promise<void> {
  await bench.commit({
    'Chart.yaml': CHART,
    'values.yaml': 'redis: { enabled: true }\n',
    'templates/gitea.yaml': asYaml(aConfigMap('gitea'), aDeployment('gitea')),
    'charts/redis/Chart.yaml': 'apiVersion: v2\nname: redis\nversion: 1.0.0\n',
    'charts/redis/templates/all.yaml': asYaml(...redis()),
  });
  await bench.createApp({ automated: { selfHeal: true } });
  await bench.waitFor({ sync: 'Synced', health: 'Healthy', operation: { phase: 'Succeeded' } });
  await bench.commit({ 'values.yaml': 'redis: { enabled: false }\n' });
  await bench.waitFor({ sync: 'OutOfSync' });
}
