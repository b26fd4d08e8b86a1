import type { ArgocdClient } from '../argocd/argocd-client.ts';
import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import { isJsonObject, type JsonObject } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { waitUntil } from '../wait-until.ts';

export function anApplication(name: string, repoUrl: string, namespace: string): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: ARGOCD_NAMESPACE },
    spec: {
      project: 'default',
      source: { repoURL: repoUrl, targetRevision: 'main', path: '.' },
      destination: { server: 'https://kubernetes.default.svc', namespace },
      syncPolicy: { syncOptions: ['CreateNamespace=true'] },
    },
  };
}

/** Refreshes until Argo CD reports this sync and health status, and returns that Application. */
export function waitForApplication(
  argocd: ArgocdClient,
  name: string,
  expected: { sync: string; health: string },
): Promise<JsonObject> {
  return waitUntil(`${name} to be ${expected.sync} and ${expected.health}`, async () => {
    const application = await argocd.get(`/api/v1/applications/${name}?refresh=normal`);
    const status = isJsonObject(application.status) ? application.status : {};
    const matches = statusOf(status.sync) === expected.sync && statusOf(status.health) === expected.health;
    return matches ? application : undefined;
  });
}

function statusOf(part: JsonObject[string] | undefined): string | undefined {
  return isJsonObject(part) && typeof part.status === 'string' ? part.status : undefined;
}
