import { aConfigMap, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

function budget(spec: Readonly<Record<string, string | number>>): string {
  const selector = { matchLabels: { app: 'postgresql' } };
  return asYaml(
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'postgresql' },
      spec: { selector, ...spec },
    },
    aConfigMap('postgresql'),
  );
}

/** Settles whether `maxUnavailable: ""`, which charts render, is accepted at all. */
export const pdbEmptyMaxUnavailable: Scenario = {
  id: 'pdb-empty-max-unavailable',
  title: 'B: PodDisruptionBudget with `maxUnavailable: ""`',
  async arrange(bench) {
    await bench.commit({ 'pdb.yaml': budget({ minAvailable: 1, maxUnavailable: '' }) });
    await bench.createApp();
    await bench.sync();
  },
  argocd: { sync: 'OutOfSync', drifting: ['PodDisruptionBudget/postgresql'], operation: { phase: 'Failed' } },
  plumbline: { lead: 'sync-failure' },
  fix: {
    says: 'the empty value dropped from Git, then synced',
    async apply(bench) {
      await bench.commit({ 'pdb.yaml': budget({ minAvailable: 1 }) });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
