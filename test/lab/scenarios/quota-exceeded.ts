import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function quota(limit: string) {
  const spec = { hard: { 'count/secrets': limit } };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'limits' }, spec };
}

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web' }, data: { key: 'dmFsdWU=' } };

export const quotaExceeded: Scenario = {
  id: 'quota-exceeded',
  title: 'sync refused by a ResourceQuota',
  async arrange(bench) {
    await bench.apply(quota('0'));
    await bench.kubectl('wait', '--for=jsonpath={.status.hard}', '--timeout=60s', 'resourcequota/limits');
    await bench.commit({ 'web.yaml': asYaml(secret, aConfigMap('web')) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: ['Secret/web'], operation: { phase: 'Failed', says: /exceeded quota/ } },
  plumbline: { lead: 'sync-failure', says: /ResourceQuota limits/ },
  fix: {
    says: 'the quota raised, then synced',
    async apply(bench) {
      await bench.apply(quota('5'));
      await bench.kubectl(
        'wait',
        '--for=jsonpath={.status.hard.count/secrets}=5',
        '--timeout=60s',
        'resourcequota/limits',
      );
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
