import type { AccessGrant, AccessRule } from './grants.ts';

/** Read whole for the dump, deleted, created again; patched to adopt, revert or restart. */
const CHANGE = ['get', 'create', 'patch', 'delete'];

const CHANGED: Readonly<Record<string, string>> = {
  '': 'configmaps endpoints limitranges persistentvolumeclaims persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services',
  'admissionregistration.k8s.io':
    'mutatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  'apiregistration.k8s.io': 'apiservices',
  apps: 'daemonsets deployments replicasets statefulsets',
  'argoproj.io': 'rollouts',
  autoscaling: 'horizontalpodautoscalers',
  'autoscaling.k8s.io': 'verticalpodautoscalers',
  batch: 'cronjobs jobs',
  'coordination.k8s.io': 'leases',
  'gateway.networking.k8s.io': 'gateways grpcroutes httproutes tcproutes tlsroutes udproutes',
  'keda.sh': 'scaledobjects',
  'networking.k8s.io': 'ingressclasses ingresses networkpolicies',
  'node.k8s.io': 'runtimeclasses',
  policy: 'poddisruptionbudgets',
  'rbac.authorization.k8s.io': 'clusterrolebindings clusterroles rolebindings roles',
  'scheduling.k8s.io': 'priorityclasses',
  'storage.k8s.io': 'storageclasses',
  // a custom kind of the story's own, which an administrator has to add
  'tekton.dev': 'pipelineruns',
};

/**
 * What approved changes need and nothing else. Roles and bindings come back only with `escalate` and `bind`: RBAC lets nobody
 * grant what they do not hold. Bundles are kept in a namespace of their own.
 */
function rulesFor(bundleNamespace: string): readonly AccessRule[] {
  return [
    ...Object.entries(CHANGED).map(([group, resources]) => ({
      verbs: CHANGE,
      groups: [group],
      resources: resources.split(' '),
    })),
    { verbs: ['get', 'patch'], groups: ['argoproj.io'], resources: ['applications'] },
    { verbs: ['get', 'patch'], groups: [''], resources: ['namespaces'] },
    { verbs: ['bind', 'escalate'], groups: ['rbac.authorization.k8s.io'], resources: ['clusterroles', 'roles'] },
    {
      verbs: ['get', 'list', 'create', 'delete'],
      groups: [''],
      resources: ['secrets'],
      namespaces: [bundleNamespace],
    },
  ];
}

export function changeAccess(token: string, bundleNamespace: string): AccessGrant {
  return {
    token,
    user: `system:serviceaccount:${bundleNamespace}:plumbline-write`,
    rules: rulesFor(bundleNamespace),
  };
}
