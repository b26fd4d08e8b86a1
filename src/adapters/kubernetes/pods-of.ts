import { makeMasker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { at, type Manifest } from '../../core/model/json.ts';
import type { PodState } from '../../core/model/observation.ts';
import { groupKind, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Kind } from './discovery.ts';
import { selectorQuery } from './label-selector.ts';
import type { Objects } from './objects.ts';
import { ownersOf, uidOf } from './owners.ts';
import { type RankedPod, rankedPod, worstFirst } from './pod-state.ts';

const POD = { group: '', version: 'v1', kind: 'Pod' } as const;
const REPLICA_SET = { group: 'apps', version: 'v1', kind: 'ReplicaSet' } as const;
const JOB = { group: 'batch', version: 'v1', kind: 'Job' } as const;

/** What may stand between a workload and its pods. Anything else, a custom resource say, may own workloads. */
const BETWEEN: Readonly<Record<string, readonly Kind[]>> = {
  'apps/Deployment': [REPLICA_SET],
  'argoproj.io/Rollout': [REPLICA_SET],
  'batch/CronJob': [JOB],
  'apps/ReplicaSet': [],
  'apps/StatefulSet': [],
  'apps/DaemonSet': [],
  'batch/Job': [],
};
const BETWEEN_OTHERS: readonly Kind[] = [
  { group: 'apps', version: 'v1', kind: 'Deployment' },
  { group: 'apps', version: 'v1', kind: 'StatefulSet' },
  { group: 'apps', version: 'v1', kind: 'DaemonSet' },
  REPLICA_SET,
  JOB,
];

/**
 * Pods whose chain of owners leads to the workload. The workload's own selector, where it has one, only narrows the
 * request: labels prove nothing, because two workloads may select the same ones.
 */
export async function podsOf(
  objects: Objects,
  workload: ResourceRef,
  now: Date,
  options: CallOptions = {},
): Promise<readonly PodState[]> {
  const root = await objects.get(workload, undefined, options);
  if (!root) return [];
  const masker = makeMasker();
  if (workload.group === '' && workload.kind === 'Pod') return [rankedPod(root, now, masker).state];

  const between = BETWEEN[groupKind(workload)];
  const labelSelector = between ? selectorQuery(at(root, 'spec', 'selector')) : undefined;
  const listing = { ...options, ...defined({ labelSelector }) };
  const lists = await Promise.all(
    (between ?? BETWEEN_OTHERS).map((kind) =>
      objects.all(kind, workload.namespace, { ...listing, metadataOnly: true }),
    ),
  );
  const owners = familyOf(root, lists.flat());
  const ranked: RankedPod[] = [];
  for await (const page of objects.pages(POD, workload.namespace, listing)) {
    ranked.push(...page.filter((pod) => isOwnedBy(pod, owners)).map((pod) => rankedPod(pod, now, masker)));
  }
  return worstFirst(ranked);
}

/** uids of the workload and of all that it owns, directly or not. */
function familyOf(root: Manifest, candidates: readonly Manifest[]): ReadonlySet<string> {
  const family = new Set([uidOf(root)]);
  let size = 0;
  while (size !== family.size) {
    size = family.size;
    for (const candidate of candidates) if (isOwnedBy(candidate, family)) family.add(uidOf(candidate));
  }
  return family;
}

function isOwnedBy(manifest: Manifest, uids: ReadonlySet<string>): boolean {
  return ownersOf(manifest).some(({ uid }) => uid !== '' && uids.has(uid));
}
