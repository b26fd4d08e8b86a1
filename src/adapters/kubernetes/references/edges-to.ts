import { groupKind, isCustomResourceDefinition } from '../../../core/model/resource-ref.ts';
import { dependentsOf, instancesOf } from './dependents.ts';
import type { Edge, Referable, Target } from './edge.ts';
import { bindingsToClusterRole, bindingsToRole, bindingsToServiceAccount } from './rbac.ts';
import { serviceAccountsWithSecret, steersWorkload } from './steering.ts';
import { claimsOfVolume, statefulSetsOfClaim, usersOfStorageClass } from './storage.ts';
import { certificatesForTraffic, gatewaysOfClass, ingressesOfClass, trafficToService } from './traffic.ts';
import {
  fromPods,
  fromPodsAnywhere,
  isOfPriority,
  mountsClaim,
  runsWith,
  usesConfigMap,
  usesSecret,
  usesServiceAccount,
  WORKLOAD_KINDS,
} from './workloads.ts';

/** What may refer to an object, kind by kind: a leftover is unused when none of it does. */
export const REFERABLES: readonly Referable[] = [
  { kinds: ['networking.k8s.io/IngressClass'], edges: ingressesOfClass },
  { kinds: ['ServiceAccount'], edges: [...fromPods('runs as it', usesServiceAccount), ...bindingsToServiceAccount] },
  { kinds: ['rbac.authorization.k8s.io/Role'], edges: bindingsToRole },
  { kinds: ['rbac.authorization.k8s.io/ClusterRole'], edges: bindingsToClusterRole },
  { kinds: ['ConfigMap'], edges: fromPods('reads it', usesConfigMap) },
  {
    kinds: ['Secret'],
    edges: [...fromPods('reads it', usesSecret), ...certificatesForTraffic, ...serviceAccountsWithSecret],
  },
  { kinds: ['Service'], edges: trafficToService },
  { kinds: ['PersistentVolumeClaim'], edges: [...fromPods('mounts it', mountsClaim), ...statefulSetsOfClaim] },
  { kinds: ['PersistentVolume'], edges: claimsOfVolume },
  { kinds: ['storage.k8s.io/StorageClass'], edges: usersOfStorageClass },
  { kinds: ['Pod', ...WORKLOAD_KINDS.map(groupKind)], edges: steersWorkload },
];

/** Their use is looked up so that it can be named; the role of changes may not delete them. */
const CLASSES: readonly Referable[] = [
  { kinds: ['scheduling.k8s.io/PriorityClass'], edges: fromPodsAnywhere('is of this priority', isOfPriority) },
  { kinds: ['node.k8s.io/RuntimeClass'], edges: fromPodsAnywhere('runs with it', runsWith) },
  { kinds: ['gateway.networking.k8s.io/GatewayClass'], edges: gatewaysOfClass },
];

/** Every way in which something may refer to the target. */
export function edgesTo(target: Target): readonly Edge[] {
  const kind = groupKind(target.ref);
  return [
    ...[...REFERABLES, ...CLASSES].filter(({ kinds }) => kinds.includes(kind)).flatMap(({ edges }) => edges),
    ...(isCustomResourceDefinition(target.ref) ? instancesOf(target) : []),
    ...dependentsOf(target),
  ];
}
