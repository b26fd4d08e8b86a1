import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import type { JsonObject } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { PROJECT } from './scenario.ts';

export function aProject(name = PROJECT, spec: JsonObject = {}): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name, namespace: ARGOCD_NAMESPACE },
    spec: {
      sourceRepos: ['*'],
      destinations: [{ server: '*', namespace: '*' }],
      clusterResourceWhitelist: [{ group: '*', kind: '*' }],
      ...spec,
    },
  };
}
