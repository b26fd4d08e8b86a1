import { builtInType } from '../typing/built-in-types.ts';
import { UNTYPED } from '../typing/type-node.ts';
import { type KindDefinition, parseApiVersion } from './kind-definition.ts';

/*
 * apiVersion, kind, plural, short names, then marks: `n` namespaced, `s` status, `c` scale, `g` counts generations,
 * `a` in the category all.
 */
const KINDS = `
v1 ConfigMap configmaps cm n
v1 Endpoints endpoints ep n
v1 Event events ev n
v1 LimitRange limitranges limits n
v1 Namespace namespaces ns s
v1 Node nodes no s
v1 PersistentVolumeClaim persistentvolumeclaims pvc ns
v1 PersistentVolume persistentvolumes pv s
v1 Pod pods po nsga
v1 ResourceQuota resourcequotas quota ns
v1 Secret secrets - n
v1 ServiceAccount serviceaccounts sa n
v1 Service services svc nsa
admissionregistration.k8s.io/v1 MutatingWebhookConfiguration mutatingwebhookconfigurations - g
admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration validatingwebhookconfigurations - g
apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions crd,crds sg
apiregistration.k8s.io/v1 APIService apiservices - s
apps/v1 ControllerRevision controllerrevisions - n
apps/v1 DaemonSet daemonsets ds nsga
apps/v1 Deployment deployments deploy nscga
apps/v1 ReplicaSet replicasets rs nscga
apps/v1 StatefulSet statefulsets sts nscga
autoscaling/v2 HorizontalPodAutoscaler horizontalpodautoscalers hpa nsa
batch/v1 CronJob cronjobs cj nsga
batch/v1 Job jobs - nsga
coordination.k8s.io/v1 Lease leases - n
discovery.k8s.io/v1 EndpointSlice endpointslices - ng
networking.k8s.io/v1 IngressClass ingressclasses - g
networking.k8s.io/v1 Ingress ingresses ing nsg
networking.k8s.io/v1 NetworkPolicy networkpolicies netpol ng
node.k8s.io/v1 RuntimeClass runtimeclasses - -
policy/v1 PodDisruptionBudget poddisruptionbudgets pdb nsg
rbac.authorization.k8s.io/v1 ClusterRoleBinding clusterrolebindings - -
rbac.authorization.k8s.io/v1 ClusterRole clusterroles - -
rbac.authorization.k8s.io/v1 RoleBinding rolebindings - n
rbac.authorization.k8s.io/v1 Role roles - n
scheduling.k8s.io/v1 PriorityClass priorityclasses pc g
storage.k8s.io/v1 CSIDriver csidrivers - -
storage.k8s.io/v1 StorageClass storageclasses sc -
`;

export const BUILT_IN_KINDS: readonly KindDefinition[] = KINDS.trim().split('\n').map(parseKind);

function parseKind(line: string): KindDefinition {
  const [apiVersion = '', kind = '', plural = '', shortNames = '-', marks = ''] = line.split(' ');
  const { group, version } = parseApiVersion(apiVersion);
  return {
    group,
    version,
    kind,
    plural,
    singular: kind.toLowerCase(),
    namespaced: marks.includes('n'),
    shortNames: shortNames === '-' ? [] : shortNames.split(','),
    categories: marks.includes('a') ? ['all'] : [],
    subresources: [
      ...(marks.includes('s') ? (['status'] as const) : []),
      ...(marks.includes('c') ? (['scale'] as const) : []),
    ],
    type: builtInType(group, kind) ?? UNTYPED,
    hasStatus: marks.includes('s'),
    hasGeneration: marks.includes('g'),
  };
}
