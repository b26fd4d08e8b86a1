import { defined } from '../core/model/defined.ts';
/*
 * What a ClusterReader may ask a cluster for, and why. `doctor`, deploy/kubernetes/cluster-role.yaml and docs/permissions.md
 * are held to this list. Secrets are not on it, and nothing here can write: that is cluster-write-rights.ts.
 */

export interface ClusterNeed {
  /** What Plumbline cannot tell, or do, without it. */
  readonly purpose: string;
  readonly rules: readonly ClusterRule[];
}

type ClusterVerb = 'get' | 'list' | 'create' | 'patch' | 'delete' | 'bind' | 'escalate';

export interface ClusterRule {
  readonly group: string;
  /** A subresource as RBAC spells it: `pods/log`. */
  readonly resources: readonly string[];
  readonly verbs: readonly ClusterVerb[];
  /** Served only where the product that defines it is installed. */
  readonly isCustom?: true;
}

const READ = ['get', 'list'] as const;

export const CLUSTER_NEEDS: readonly ClusterNeed[] = [
  {
    purpose: 'the fleet, page by page',
    rules: [{ group: 'argoproj.io', resources: ['applications'], verbs: READ, isCustom: true }],
  },
  {
    purpose: 'crash loops: pods, events and the last log',
    rules: [
      { group: '', resources: ['pods'], verbs: READ },
      { group: '', resources: ['pods/log'], verbs: ['get'] },
      { group: '', resources: ['events'], verbs: ['list'] },
    ],
  },
  {
    purpose: 'defaults of custom kinds',
    rules: [{ group: 'apiextensions.k8s.io', resources: ['customresourcedefinitions'], verbs: READ }],
  },
  {
    purpose: 'who scales a workload',
    rules: [
      { group: 'autoscaling', resources: ['horizontalpodautoscalers'], verbs: READ },
      { group: 'autoscaling.k8s.io', resources: ['verticalpodautoscalers'], verbs: READ, isCustom: true },
      { group: 'keda.sh', resources: ['scaledobjects'], verbs: READ, isCustom: true },
    ],
  },
  {
    purpose: 'which webhooks rewrite an object',
    rules: [
      { group: 'admissionregistration.k8s.io', resources: ['mutatingwebhookconfigurations'], verbs: READ },
      { group: '', resources: ['namespaces'], verbs: ['get'] },
    ],
  },
  {
    purpose: 'workloads: edits by hand, health, and what they use',
    rules: [
      { group: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: READ },
      { group: 'batch', resources: ['cronjobs', 'jobs'], verbs: READ },
      { group: '', resources: ['replicationcontrollers'], verbs: READ },
      { group: 'argoproj.io', resources: ['rollouts'], verbs: READ, isCustom: true },
    ],
  },
  {
    purpose: 'whether traffic still reaches a leftover',
    rules: [
      { group: '', resources: ['services'], verbs: READ },
      { group: 'discovery.k8s.io', resources: ['endpointslices'], verbs: ['list'] },
      { group: 'networking.k8s.io', resources: ['ingresses'], verbs: READ },
      { group: 'networking.k8s.io', resources: ['ingressclasses'], verbs: ['get'] },
      { group: 'admissionregistration.k8s.io', resources: ['validatingwebhookconfigurations'], verbs: READ },
      { group: 'apiregistration.k8s.io', resources: ['apiservices'], verbs: READ },
      {
        group: 'gateway.networking.k8s.io',
        resources: ['gateways', 'grpcroutes', 'httproutes', 'tcproutes', 'tlsroutes', 'udproutes'],
        verbs: READ,
        isCustom: true,
      },
    ],
  },
  {
    purpose: 'whether a leftover is still mounted, bound or protected',
    rules: [
      { group: '', resources: ['configmaps', 'persistentvolumeclaims', 'persistentvolumes'], verbs: READ },
      { group: '', resources: ['serviceaccounts'], verbs: READ },
      { group: 'storage.k8s.io', resources: ['storageclasses'], verbs: ['get'] },
      { group: 'policy', resources: ['poddisruptionbudgets'], verbs: READ },
      {
        group: 'rbac.authorization.k8s.io',
        resources: ['clusterrolebindings', 'clusterroles', 'rolebindings'],
        verbs: READ,
      },
      { group: 'rbac.authorization.k8s.io', resources: ['roles'], verbs: ['get'] },
    ],
  },
  {
    purpose: 'who made a leftover of another kind',
    rules: [
      { group: '', resources: ['endpoints', 'limitranges', 'podtemplates', 'resourcequotas'], verbs: ['get'] },
      {
        group: 'admissionregistration.k8s.io',
        resources: ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
        verbs: ['get'],
      },
      { group: 'coordination.k8s.io', resources: ['leases'], verbs: ['get'] },
      { group: 'networking.k8s.io', resources: ['networkpolicies'], verbs: ['get'] },
      { group: 'node.k8s.io', resources: ['runtimeclasses'], verbs: ['get'] },
      { group: 'scheduling.k8s.io', resources: ['priorityclasses'], verbs: ['get'] },
    ],
  },
];

export interface ClusterRight {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
}

/** One question to the cluster for each verb and resource. */
export function rightsOf({ group, resources, verbs }: ClusterRule): readonly ClusterRight[] {
  return resources.flatMap((name) => {
    const [resource = name, subresource] = name.split('/', 2);
    return verbs.map((verb) => ({ verb, group, resource, ...defined({ subresource }) }));
  });
}
