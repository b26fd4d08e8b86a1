import { asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const NAME = 'scn-aggregated';
const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const READ_NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };

function roles(rules: readonly object[]): string {
  const label = { [`rbac.${NAME}/aggregate`]: 'true' };
  const api = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
  return asYaml(
    {
      ...api,
      metadata: { name: NAME },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }] },
      rules: rules as never[],
    },
    { ...api, metadata: { name: `${NAME}-part`, labels: label }, rules: [READ_PODS] },
  );
}

export const aggregatedClusterRole: Scenario = {
  id: 'aggregated-cluster-role',
  title: 'G: rules of an aggregated ClusterRole',
  async arrange(bench) {
    await bench.commit({ 'roles.yaml': roles([READ_NODES]) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: [`ClusterRole/${NAME}`], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'mutated' },
  fix: {
    says: '`rules` ignored for this ClusterRole',
    async apply(bench) {
      const rule = { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME, jsonPointers: ['/rules'] };
      await bench.patchApp({ ignoreDifferences: [rule] });
    },
    leaves: { sync: 'Synced' },
  },
};
