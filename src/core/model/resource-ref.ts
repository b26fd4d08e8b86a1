/** Identity of a Kubernetes object. No version: identity survives API upgrades. Core group and cluster scope are ''. */
export interface ResourceRef {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export function isSame(a: ResourceRef, b: ResourceRef): boolean {
  return a.group === b.group && a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

/** Equal for those that `isSame` calls the same: to look them up. */
export function resourceKey({ group, kind, namespace, name }: ResourceRef): string {
  return `${group}/${kind} ${namespace}/${name}`;
}

/** `Deployment/checkout`, as people write it. */
export function kindAndName({ kind, name }: Pick<ResourceRef, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

/** `apps/Deployment`; the core group is left out: `Service`. */
export function groupKind({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>): string {
  return group === '' ? kind : `${group}/${kind}`;
}

/** `apps/v1` → `apps`, `v1` → ``. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

const CLIENT_GO_GROUPS = new Set([
  '',
  'admissionregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'extensions',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);

/**
 * Kinds compiled into Argo CD through client-go: it re-marshals them, defaults both sides and merges their lists by
 * key. CustomResourceDefinition and APIService are served by every API server but are not among them.
 */
export function isBuiltIn({ group }: Pick<ResourceRef, 'group'>): boolean {
  return CLIENT_GO_GROUPS.has(group);
}

export function isCustomResourceDefinition({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>): boolean {
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition';
}

const ARGO_CD_KINDS = new Set(['Application', 'AppProject', 'ApplicationSet']);

export function isArgoCdKind({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>): boolean {
  return group === 'argoproj.io' && ARGO_CD_KINDS.has(kind);
}

export function isSecret({ group, kind }: Pick<ResourceRef, 'group' | 'kind'>): boolean {
  return group === '' && kind === 'Secret';
}
