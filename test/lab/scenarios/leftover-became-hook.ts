import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function account(annotations: Readonly<Record<string, string>> = {}): string {
  const metadata = { name: 'redis-secret-init', annotations };
  return asYaml({ apiVersion: 'v1', kind: 'ServiceAccount', metadata }, aConfigMap('server'));
}

export const leftoverBecameHook: Scenario = {
  id: 'leftover-became-hook',
  title: 'F: applied plainly once, rendered as a hook now',
  async arrange(bench) {
    await bench.commit({ 'account.yaml': account() });
    await bench.createApp();
    await bench.sync();
    const annotations = { 'helm.sh/hook': 'pre-install', 'helm.sh/hook-delete-policy': 'before-hook-creation' };
    await bench.commit({ 'account.yaml': account(annotations) });
  },
  argocd: { sync: 'OutOfSync', drifting: ['ServiceAccount/redis-secret-init'] },
  plumbline: { lead: 'hook', paths: [''] },
  fix: {
    says: 'the leftover deleted once',
    async apply(bench) {
      await bench.kubectl('delete', 'serviceaccount/redis-secret-init');
    },
    leaves: { sync: 'Synced' },
  },
};
