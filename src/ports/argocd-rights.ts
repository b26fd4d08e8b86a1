/*
 * What two accounts may ask Argo CD for, as lines of its RBAC policy: resource, action, object. `doctor`, deploy/argocd-* and
 * docs/permissions.md are held to these lists.
 */

/** The reading account: an ArgoCdReader. */
export const ARGOCD_NEEDS = [
  {
    right: ['applications', 'get', '*/*'],
    purpose: 'applications, what they compare, their resource tree, events and manifests',
  },
  { right: ['projects', 'get', '*'], purpose: 'sync windows and what a project allows' },
  { right: ['clusters', 'get', '*'], purpose: 'which destinations there are, and whether Argo CD reaches them' },
  { right: ['logs', 'get', '*/*'], purpose: 'the last log of a container that ended' },
] as const;

/**
 * The writing account: an ArgoCdWriter. Live objects are not deleted or patched through Argo CD, because it takes no
 * precondition, so `delete` and `update` are not on the list; an account must never have `delete` on applications.
 */
export const ARGOCD_WRITE_NEEDS = [
  { right: ['applications', 'get', '*/*'], purpose: 'without it Argo CD refuses every other right' },
  { right: ['applications', 'sync', '*/*'], purpose: 'sync, roll back, terminate a stuck operation' },
] as const;
