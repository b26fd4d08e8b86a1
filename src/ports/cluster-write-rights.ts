import type { ClusterNeed } from './cluster-rights.ts';

/*
 * What a WritableCluster may ask a cluster for, and why: the worker's account where remediation is on. `doctor`,
 * deploy/remediation/cluster-role-write.yaml, role-bundles.yaml and docs/permissions.md are held to these lists.
 *
 * Whatever may be deleted may be read whole, for its dump, and created again, to restore it.
 */

const CHANGE = ['get', 'create', 'patch', 'delete'] as const;
const RBAC = 'rbac.authorization.k8s.io';
const ADMISSION = 'admissionregistration.k8s.io';

export interface WriteNeed extends ClusterNeed {
  /** Only in the cluster that keeps the Applications. */
  readonly isOwnClusterOnly?: true;
  /** What happens without it, where everything else goes on. */
  readonly orElse?: string;
}

export const CLUSTER_WRITE_NEEDS: readonly WriteNeed[] = [
  {
    purpose: 'rolling back: auto-sync is suspended before and restored after',
    rules: [{ group: 'argoproj.io', resources: ['applications'], verbs: ['get', 'patch'] }],
    isOwnClusterOnly: true,
  },
  {
    purpose: 'labels of a namespace',
    rules: [{ group: '', resources: ['namespaces'], verbs: ['get', 'patch'] }],
  },
  {
    purpose: 'workloads: restart, revert, adopt, clean up',
    rules: [
      { group: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: CHANGE },
      { group: 'batch', resources: ['cronjobs', 'jobs'], verbs: CHANGE },
      { group: '', resources: ['pods', 'podtemplates', 'replicationcontrollers'], verbs: CHANGE },
      { group: 'autoscaling', resources: ['horizontalpodautoscalers'], verbs: CHANGE },
      { group: 'policy', resources: ['poddisruptionbudgets'], verbs: CHANGE },
      { group: 'argoproj.io', resources: ['rollouts'], verbs: CHANGE, isCustom: true },
      { group: 'autoscaling.k8s.io', resources: ['verticalpodautoscalers'], verbs: CHANGE, isCustom: true },
      { group: 'keda.sh', resources: ['scaledobjects'], verbs: CHANGE, isCustom: true },
    ],
  },
  {
    purpose: 'what workloads use: revert, adopt, clean up',
    rules: [
      { group: '', resources: ['configmaps', 'limitranges', 'resourcequotas', 'serviceaccounts'], verbs: CHANGE },
      { group: '', resources: ['endpoints', 'services'], verbs: CHANGE },
      { group: 'coordination.k8s.io', resources: ['leases'], verbs: CHANGE },
      { group: 'networking.k8s.io', resources: ['ingresses', 'networkpolicies'], verbs: CHANGE },
      {
        group: 'gateway.networking.k8s.io',
        resources: ['gateways', 'grpcroutes', 'httproutes', 'tcproutes', 'tlsroutes', 'udproutes'],
        verbs: CHANGE,
        isCustom: true,
      },
    ],
  },
  {
    purpose: 'Secrets that are left over: dump, clean up, restore',
    rules: [{ group: '', resources: ['secrets'], verbs: CHANGE }],
  },
  {
    purpose: 'volumes that are left over',
    rules: [
      { group: '', resources: ['persistentvolumeclaims', 'persistentvolumes'], verbs: CHANGE },
      { group: 'storage.k8s.io', resources: ['storageclasses'], verbs: CHANGE },
    ],
  },
  {
    purpose: 'roles and bindings that are left over',
    rules: [
      { group: RBAC, resources: ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'], verbs: CHANGE },
    ],
  },
  {
    purpose: 'restoring and adopting roles whose rights the account does not have itself',
    rules: [{ group: RBAC, resources: ['clusterroles', 'roles'], verbs: ['bind', 'escalate'] }],
    orElse: 'an administrator applies the dump of such a role by hand',
  },
  {
    purpose: 'cluster-wide kinds that are left over',
    rules: [
      {
        group: ADMISSION,
        resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
        verbs: CHANGE,
      },
      {
        group: ADMISSION,
        resources: ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
        verbs: CHANGE,
      },
      { group: 'apiextensions.k8s.io', resources: ['customresourcedefinitions'], verbs: CHANGE },
      { group: 'apiregistration.k8s.io', resources: ['apiservices'], verbs: CHANGE },
      { group: 'networking.k8s.io', resources: ['ingressclasses'], verbs: CHANGE },
      { group: 'node.k8s.io', resources: ['runtimeclasses'], verbs: CHANGE },
      { group: 'scheduling.k8s.io', resources: ['priorityclasses'], verbs: CHANGE },
    ],
  },
];

/** In `remediation.bundleNamespace` of the cluster that Argo CD runs in, and nowhere else. */
export const BUNDLE_NEED: ClusterNeed = {
  purpose: 'dumps are kept before anything is deleted',
  rules: [{ group: '', resources: ['secrets'], verbs: ['get', 'list', 'create', 'delete'] }],
};
