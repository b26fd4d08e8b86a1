/*
 * What an ArgoCdReader may ask Argo CD for, as lines of its RBAC policy: resource, action, object. `doctor`,
 * deploy/argocd and docs/permissions.md are held to this list.
 */
export const ARGOCD_NEEDS = [
  {
    right: ['applications', 'get', '*/*'],
    purpose: 'applications, what they compare, their resource tree, events and manifests',
  },
  { right: ['projects', 'get', '*'], purpose: 'sync windows and what a project allows' },
  { right: ['clusters', 'get', '*'], purpose: 'which destinations there are, and whether Argo CD reaches them' },
  { right: ['logs', 'get', '*/*'], purpose: 'the last log of a container that ended' },
] as const;
