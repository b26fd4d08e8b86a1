import { at, isObject, type Json, type JsonObject, listAt, stringAt } from '../../../src/core/model/json.ts';

/** undefined: no default in this case. */
export type Choice = (parent: JsonObject, document: JsonObject) => Json | undefined;

/** The table says which defaults were seen; these say when. By kind, or `PodSpec`, and the table's pattern. */
export const CHOICES: ReadonlyMap<string, Choice> = new Map<string, Choice>([
  ...['containers', 'initContainers'].map((list): readonly [string, Choice] => [
    `PodSpec/${list}/*/imagePullPolicy`,
    imagePullPolicy,
  ]),
  ['PodSpec/volumes/*/emptyDir', (volume) => (Object.keys(volume).every((key) => key === 'name') ? {} : undefined)],
  ['/Pod/spec/containers/*/ports/*/hostPort', hostPort],
  ['/Pod/spec/priority', () => 0],
  ['/Service/spec/allocateLoadBalancerNodePorts', (spec) => (spec.type === 'LoadBalancer' ? true : undefined)],
  ['/Service/spec/externalTrafficPolicy', (spec) => (isExposed(spec) ? 'Cluster' : undefined)],
  ['/Service/spec/internalTrafficPolicy', (spec) => (isAlias(spec) ? undefined : 'Cluster')],
  [
    '/Service/spec/ipFamilies',
    (spec) => (isAlias(spec) ? undefined : isSelectorless(spec) ? ['IPv4', 'IPv6'] : ['IPv4']),
  ],
  [
    '/Service/spec/ipFamilyPolicy',
    (spec) => (isAlias(spec) ? undefined : isSelectorless(spec) ? 'RequireDualStack' : 'SingleStack'),
  ],
  [
    '/Service/spec/sessionAffinityConfig',
    (spec) => (spec.sessionAffinity === 'ClientIP' ? { clientIP: { timeoutSeconds: 10800 } } : undefined),
  ],
  ['apps/Deployment/spec/strategy/rollingUpdate', rolling({ maxSurge: '25%', maxUnavailable: '25%' })],
  ['apps/DaemonSet/spec/updateStrategy/rollingUpdate', rolling({ maxSurge: 0, maxUnavailable: 1 })],
  ['apps/StatefulSet/spec/updateStrategy/rollingUpdate', rolling({ partition: 0 })],
  ['batch/Job/spec/backoffLimit', (spec) => (Object.hasOwn(spec, 'backoffLimitPerIndex') ? 2147483647 : 6)],
  ['batch/Job/spec/completions', (spec, job) => (isObject(job.spec) && stated(spec, 'parallelism') ? undefined : 1)],
  [
    'batch/Job/spec/podReplacementPolicy',
    (spec) => (stated(spec, 'podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed'),
  ],
  [
    'networking.k8s.io/NetworkPolicy/spec/policyTypes',
    (spec) => (listAt(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress']),
  ],
  ...['Role', 'ClusterRole'].map((kind): readonly [string, Choice] => [
    `rbac.authorization.k8s.io/${kind}Binding/subjects/*/apiGroup`,
    (subject) => (subject.kind === 'ServiceAccount' ? undefined : 'rbac.authorization.k8s.io'),
  ]),
  [
    'apiextensions.k8s.io/CustomResourceDefinition/spec/names/listKind',
    (names) => `${stringAt(names, 'kind') ?? ''}List`,
  ],
  [
    'apiextensions.k8s.io/CustomResourceDefinition/spec/names/singular',
    (names) => (stringAt(names, 'kind') ?? '').toLowerCase(),
  ],
]);

function imagePullPolicy({ image }: JsonObject): Json {
  const name = typeof image === 'string' ? image : '';
  if (name.includes('@')) return 'IfNotPresent';
  const tag = /:([^/:]+)$/.exec(name)?.[1] ?? 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function hostPort(port: JsonObject, pod: JsonObject): Json | undefined {
  return at(pod, 'spec', 'hostNetwork') === true ? port.containerPort : undefined;
}

function rolling(values: JsonObject): Choice {
  return (strategy) => ((strategy.type ?? 'RollingUpdate') === 'RollingUpdate' ? values : undefined);
}

function isExposed({ type }: JsonObject): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function isAlias({ type }: JsonObject): boolean {
  return type === 'ExternalName';
}

/** A headless Service without selector may get addresses of either family. */
function isSelectorless({ clusterIP, selector }: JsonObject): boolean {
  return clusterIP === 'None' && selector === undefined;
}

function stated(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== null;
}
