/** A line of a Role: `*` stands for all of them, and `pods/log` is not `pods`. */
export interface AccessRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  /** Left out: in every namespace and at the cluster scope. */
  readonly namespaces?: readonly string[];
}

/** What the holder of a token may do; RBAC only adds, so what no rule allows is refused. */
export interface AccessGrant {
  readonly token: string;
  /** As refusals call it. */
  readonly user: string;
  readonly rules: readonly AccessRule[];
}

export interface Attempt {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** '' for the cluster scope. */
  readonly namespace: string;
}

const ALL = ['*'];

export function fullAccess(token: string): AccessGrant {
  return { token, user: 'kubernetes-admin', rules: [{ verbs: ALL, groups: ALL, resources: ALL }] };
}

export function readOnlyAccess(token: string): AccessGrant {
  const rules = [{ verbs: ['get', 'list', 'watch'], groups: ALL, resources: ALL }];
  return { token, user: 'system:serviceaccount:demo:reader', rules };
}

export function isAllowed({ rules }: AccessGrant, { verb, group, resource, namespace }: Attempt): boolean {
  return rules.some(
    (rule) =>
      has(rule.verbs, verb) &&
      has(rule.groups, group) &&
      has(rule.resources, resource) &&
      (rule.namespaces === undefined || rule.namespaces.includes(namespace)),
  );
}

function has(stated: readonly string[], value: string): boolean {
  return stated.includes('*') || stated.includes(value);
}
