import type { Manifest } from '../kubernetes/resource-paths.ts';
import { aDeployment, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const autoscaler: Manifest = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'hydra' },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'hydra' },
    minReplicas: 3,
    maxReplicas: 5,
  },
};

/**
 * kube-controller-manager lifts the count to minReplicas even where no metrics are served. Without them the autoscaler is
 * Degraded, so it is none of the app's own objects.
 */
export const hpaReplicas: Scenario = {
  id: 'hpa-replicas',
  title: 'G: replicas set by a HorizontalPodAutoscaler',
  async arrange(bench) {
    await bench.commit({ 'hydra.yaml': asYaml(aDeployment('hydra')) });
    await bench.createApp();
    await bench.sync();
    await bench.apply(autoscaler);
    await bench.waitFor({ sync: 'OutOfSync' });
  },
  argocd: { sync: 'OutOfSync', drifting: ['Deployment/hydra'] },
  plumbline: { lead: 'mutated', paths: ['/spec/replicas'], says: /HorizontalPodAutoscaler\/hydra/ },
  fix: {
    says: '`replicas` dropped from Git, then synced',
    async apply(bench) {
      await bench.commit({ 'hydra.yaml': asYaml(aDeployment('hydra', { replicas: undefined })) });
      await bench.sync();
    },
    leaves: { sync: 'Synced' },
  },
};
