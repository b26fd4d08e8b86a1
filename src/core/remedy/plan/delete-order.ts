import type { Reference } from '../../model/observation.ts';
import { groupKind, isSame, type ResourceRef } from '../../model/resource-ref.ts';

/** An object that shall go, and what refers to it. */
export interface Referred {
  readonly ref: ResourceRef;
  readonly referrers: readonly Reference[];
}

const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';

/** Where references leave a choice. Kinds that are not listed go with `OTHERS`: they use more than they are used. */
const TIES: readonly (readonly string[])[] = [
  [`${RBAC}/RoleBinding`],
  [`${RBAC}/Role`],
  [`${RBAC}/ClusterRoleBinding`],
  [`${RBAC}/ClusterRole`],
  [`${ADMISSION}/ValidatingWebhookConfiguration`, `${ADMISSION}/MutatingWebhookConfiguration`],
  ['networking.k8s.io/IngressClass'],
  [],
  ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet', 'apps/ReplicaSet', 'batch/CronJob', 'batch/Job', 'Pod'],
  ['Service'],
  ['ConfigMap', 'Secret'],
  ['ServiceAccount'],
  ['PersistentVolumeClaim'],
  ['PersistentVolume'],
  ['storage.k8s.io/StorageClass'],
  ['apiextensions.k8s.io/CustomResourceDefinition'],
];
const OTHERS = TIES.findIndex((kinds) => kinds.length === 0);

/**
 * An object goes before what it refers to. `circular`: they refer to one another, or are referred to from such a
 * circle, so that no order is right for them.
 */
export function deleteOrder<T extends Referred>(
  objects: readonly T[],
): { readonly ordered: readonly T[]; readonly circular: readonly T[] } {
  const ordered: T[] = [];
  let waiting = objects.toSorted(byTie);
  for (let next = firstFree(waiting); next !== undefined; next = firstFree(waiting)) {
    const going = next;
    ordered.push(going);
    waiting = waiting.filter((object) => object !== going);
  }
  return { ordered, circular: waiting };
}

function firstFree<T extends Referred>(waiting: readonly T[]): T | undefined {
  return waiting.find(
    (object) =>
      !waiting.some(
        (other) =>
          other !== object &&
          object.referrers.some((referrer) => referrer.isLoose !== true && isSame(referrer, other.ref)),
      ),
  );
}

function byTie({ ref: a }: Referred, { ref: b }: Referred): number {
  return rankOf(a) - rankOf(b) || compareText(sortKey(a), sortKey(b));
}

function rankOf(ref: ResourceRef): number {
  const rank = TIES.findIndex((kinds) => kinds.includes(groupKind(ref)));
  return rank === -1 ? OTHERS : rank;
}

function sortKey(ref: ResourceRef): string {
  return [groupKind(ref), ref.namespace, ref.name].join('\0');
}

/** By code unit: the order must not depend on where the process runs. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
