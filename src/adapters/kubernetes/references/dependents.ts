import { at, listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Reference } from '../../../core/model/observation.ts';
import { groupKind } from '../../../core/model/resource-ref.ts';
import type { Kind } from '../discovery.ts';
import { ownersOf, uidOf } from '../owners.ts';
import type { Edge, Target } from './edge.ts';
import { WORKLOAD_KINDS } from './workloads.ts';

/** Listing Secrets is a right a reader should not need: they are left out. */
const IN_A_NAMESPACE: readonly Kind[] = [
  { group: '', version: 'v1', kind: 'Pod' },
  ...WORKLOAD_KINDS,
  { group: '', version: 'v1', kind: 'Service' },
  { group: '', version: 'v1', kind: 'ConfigMap' },
  { group: '', version: 'v1', kind: 'PersistentVolumeClaim' },
];

/** What a cluster-scoped object may own. Pods and ConfigMaps of the whole cluster are too many to ask for a rarity. */
const IN_THE_CLUSTER: readonly Kind[] = [
  { group: 'apps', version: 'v1', kind: 'Deployment' },
  { group: 'apps', version: 'v1', kind: 'StatefulSet' },
  { group: 'apps', version: 'v1', kind: 'DaemonSet' },
  { group: '', version: 'v1', kind: 'Service' },
  { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'MutatingWebhookConfiguration' },
  { group: 'admissionregistration.k8s.io', version: 'v1', kind: 'ValidatingWebhookConfiguration' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRoleBinding' },
];

/** Kubernetes' own controllers make these from their owner: they are the object itself rather than users of it. */
const PARTS: Readonly<Record<string, RegExp>> = {
  'apps/Deployment': /^ReplicaSet$/,
  'argoproj.io/Rollout': /^ReplicaSet$/,
  'apps/ReplicaSet': /^Pod$/,
  'apps/StatefulSet': /^(Pod|PersistentVolumeClaim)$/,
  'apps/DaemonSet': /^Pod$/,
  ReplicationController: /^Pod$/,
  'batch/Job': /^Pod$/,
  'batch/CronJob': /^Job$/,
};

/** Objects that name the target as their owner: garbage collection takes them along. */
export function dependentsOf({ ref }: Target): readonly Edge[] {
  const parts = PARTS[groupKind(ref)];
  const kinds = ref.namespace === '' ? IN_THE_CLUSTER : IN_A_NAMESPACE;
  return kinds
    .filter(({ kind }) => !parts?.test(kind))
    .map((from) => ({
      from,
      within: 'namespace',
      byMetadata: true,
      how: 'is owned by it',
      refers: isOwned,
    }));
}

function isOwned(referrer: Manifest, { ref, object }: Target): boolean {
  const uid = object === undefined ? '' : uidOf(object);
  return ownersOf(referrer).some((owner) =>
    uid === '' ? owner.group === ref.group && owner.kind === ref.kind && owner.name === ref.name : owner.uid === uid,
  );
}

/** What made the target, and would make it again. An owner lives in the namespace of what it owns, if in any. */
export function controllersOf({ ref, object }: Target): readonly Reference[] {
  return (object === undefined ? [] : ownersOf(object))
    .filter(({ isController }) => isController)
    .map(({ group, kind, name }) => ({ group, kind, namespace: ref.namespace, name, how: 'controls it' }));
}

/** Every object of the kind that a CRD defines. */
export function instancesOf({ object }: Target): readonly Edge[] {
  const group = stringAt(object, 'spec', 'group');
  const kind = stringAt(object, 'spec', 'names', 'kind');
  const version = listAt(object, 'spec', 'versions').find((candidate) => at(candidate, 'served') === true);
  const name = stringAt(version, 'name');
  if (group === undefined || kind === undefined || name === undefined) return [];
  return [
    {
      from: { group, kind, version: name },
      within: 'cluster',
      byMetadata: true,
      how: 'is of this kind',
      refers: () => true,
    },
  ];
}
