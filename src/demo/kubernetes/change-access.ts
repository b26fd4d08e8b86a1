import type { AccessGrant, AccessRule } from './grants.ts';

const READ = ['get', 'list', 'watch'];
/** A delete, its undo, and a patch that writes a tracking id. */
const CHANGE = ['create', 'delete', 'patch'];

/**
 * What approved changes need and nothing else: leftovers of these kinds may go and come back; bundles are kept in a namespace
 * of their own. Roles and bindings come back only with `escalate` and `bind`: RBAC lets nobody grant what they do not hold.
 */
function rulesFor(bundleNamespace: string): readonly AccessRule[] {
  return [
    { verbs: READ, groups: ['*'], resources: ['*'] },
    { verbs: CHANGE, groups: [''], resources: ['configmaps', 'persistentvolumeclaims', 'secrets', 'serviceaccounts'] },
    { verbs: CHANGE, groups: [''], resources: ['services'] },
    { verbs: CHANGE, groups: ['apps'], resources: ['daemonsets', 'deployments', 'statefulsets'] },
    { verbs: CHANGE, groups: ['autoscaling'], resources: ['horizontalpodautoscalers'] },
    { verbs: CHANGE, groups: ['batch'], resources: ['cronjobs', 'jobs'] },
    { verbs: CHANGE, groups: ['policy'], resources: ['poddisruptionbudgets'] },
    { verbs: CHANGE, groups: ['networking.k8s.io'], resources: ['ingressclasses', 'ingresses', 'networkpolicies'] },
    {
      verbs: CHANGE,
      groups: ['admissionregistration.k8s.io'],
      resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    },
    {
      verbs: CHANGE,
      groups: ['rbac.authorization.k8s.io'],
      resources: ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'],
    },
    { verbs: ['bind', 'escalate'], groups: ['rbac.authorization.k8s.io'], resources: ['clusterroles', 'roles'] },
    { verbs: CHANGE, groups: ['tekton.dev'], resources: ['pipelineruns', 'taskruns'] },
    { verbs: ['update'], groups: [''], resources: ['secrets'], namespaces: [bundleNamespace] },
  ];
}

export function changeAccess(token: string, bundleNamespace: string): AccessGrant {
  return {
    token,
    user: `system:serviceaccount:${bundleNamespace}:plumbline-write`,
    rules: rulesFor(bundleNamespace),
  };
}
