import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import type { Bench } from '../replay/bench.ts';
import { aConfigMap, asYaml } from '../replay/manifests.ts';
import { PROJECT, type Scenario } from '../replay/scenario.ts';

function child(bench: Bench, isExplicit: boolean): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: `${bench.name}-child`, namespace: ARGOCD_NAMESPACE },
    spec: {
      project: PROJECT,
      source: { repoURL: bench.repoUrl, targetRevision: 'main', path: 'child' },
      destination: { server: 'https://kubernetes.default.svc', namespace: bench.name },
      syncPolicy: { automated: { ...(isExplicit ? { prune: false } : {}), selfHeal: true } },
      ignoreDifferences: [{ ...(isExplicit ? { group: '' } : {}), kind: 'ConfigMap', jsonPointers: ['/data/clock'] }],
    },
  };
}

export const appOfAppsZeroValues: Scenario = {
  id: 'app-of-apps-zero-values',
  title: 'B: app of apps with `prune: false` and `group: ""`',
  async arrange(bench) {
    await bench.commit({ 'root/child.yaml': asYaml(child(bench, true)), 'child/cm.yaml': asYaml(aConfigMap('web')) });
    await bench.createApp({ path: 'root', namespace: ARGOCD_NAMESPACE });
    await bench.sync();
    await bench.waitFor({ sync: 'Synced', operation: { phase: 'Succeeded' } }, `${bench.name}-child`);
  },
  argocd: { sync: 'OutOfSync', drifting: ['Application/scn-app-of-apps-zero-values-child'] },
  plumbline: {
    lead: 'explicit-default',
    paths: ['/spec/syncPolicy/automated/prune', '/spec/ignoreDifferences/0/group'],
  },
  fix: {
    says: 'both lines dropped from Git',
    async apply(bench) {
      await bench.commit({ 'root/child.yaml': asYaml(child(bench, false)) });
    },
    leaves: { sync: 'Synced' },
  },
};
