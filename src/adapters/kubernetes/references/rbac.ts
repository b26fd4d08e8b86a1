import { listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Kind } from '../discovery.ts';
import type { Edge, Target } from './edge.ts';

const ROLE_BINDING: Kind = { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'RoleBinding' };
const CLUSTER_ROLE_BINDING: Kind = { ...ROLE_BINDING, kind: 'ClusterRoleBinding' };

/** A binding of any namespace may name the account. */
export const bindingsToServiceAccount: readonly Edge[] = [
  { from: ROLE_BINDING, within: 'cluster', how: 'grants it rights', refers: bindsServiceAccount },
  { from: CLUSTER_ROLE_BINDING, within: 'cluster', how: 'grants it rights', refers: bindsServiceAccount },
];

export const bindingsToRole: readonly Edge[] = [
  { from: ROLE_BINDING, within: 'namespace', how: 'grants it', refers: grantsRole },
];

export const bindingsToClusterRole: readonly Edge[] = [
  { from: ROLE_BINDING, within: 'cluster', how: 'grants it', refers: grantsRole },
  { from: CLUSTER_ROLE_BINDING, within: 'cluster', how: 'grants it', refers: grantsRole },
];

function grantsRole(binding: Manifest, { ref }: Target): boolean {
  return stringAt(binding, 'roleRef', 'kind') === ref.kind && stringAt(binding, 'roleRef', 'name') === ref.name;
}

function bindsServiceAccount(binding: Manifest, { ref }: Target): boolean {
  const own = stringAt(binding, 'metadata', 'namespace');
  return listAt(binding, 'subjects').some((subject) => {
    const kind = stringAt(subject, 'kind');
    const name = stringAt(subject, 'name');
    if (kind === 'User') return name === `system:serviceaccount:${ref.namespace}:${ref.name}`;
    return kind === 'ServiceAccount' && name === ref.name && (stringAt(subject, 'namespace') ?? own) === ref.namespace;
  });
}
