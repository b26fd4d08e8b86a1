import { type Manifest, stringAt } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';

/** The cluster that Argo CD runs in, by the names that it has for it (docs/facts.md#tracking). */
const OWN_CLUSTER = /^(https:\/\/kubernetes\.default\.svc(\.cluster\.local)?(:443)?\/?|in-cluster)$/;

/** Namespaces of the application controllers among the workloads of a cluster, but for this Argo CD's own. */
export function otherArgoCdsAmong(
  workloads: readonly Manifest[],
  destination: AppState['destination'],
  home: string,
): readonly string[] {
  const isOwnCluster = OWN_CLUSTER.test(destination.server ?? destination.name ?? '');
  const namespaces = workloads
    .filter(isController)
    .map((workload) => stringAt(workload, 'metadata', 'namespace') ?? '');
  return [...new Set(namespaces)].filter((namespace) => !(isOwnCluster && namespace === home)).toSorted();
}

/** Installations name it after themselves; the end of the name is the same in all of them. */
function isController(workload: Manifest): boolean {
  const name = stringAt(workload, 'metadata', 'name') ?? '';
  const labels = ['name', 'component'].map((key) =>
    stringAt(workload, 'metadata', 'labels', `app.kubernetes.io/${key}`),
  );
  const isPart = stringAt(workload, 'metadata', 'labels', 'app.kubernetes.io/part-of') === 'argocd';
  return (
    /(^|-)application-controller$/.test(name) ||
    labels.includes('argocd-application-controller') ||
    (isPart && labels.includes('application-controller'))
  );
}
