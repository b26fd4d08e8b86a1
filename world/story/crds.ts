import type { Json, JsonObject, Manifest } from '../../src/core/model/json.ts';
import { type Meta, object } from './manifests.ts';

/* The custom resource definitions of the story. */

export interface CrdShape {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  /** Properties of `spec`; left out = the spec is untyped, as in Tekton. */
  readonly spec?: JsonObject;
  readonly hasStatus?: boolean;
  /** Top-level fields beside spec and status; what a schema does not list is pruned. */
  readonly others?: readonly string[];
}

export function crd(shape: CrdShape, meta: Meta = {}): Manifest {
  const { group, version, kind, plural, scope = 'Namespaced', spec, hasStatus = true, others = [] } = shape;
  const singular = kind.toLowerCase();
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = {
    type: 'object',
    properties: {
      spec: spec ? { type: 'object', properties: spec } : open,
      status: open,
      ...Object.fromEntries(others.map((field) => [field, open])),
    },
  };
  const rest = {
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular },
      scope,
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          ...(hasStatus ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  };
  return object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', `${plural}.${group}`, rest, meta);
}

const text: Json = { type: 'string' };
const withDefault = (value: string): Json => ({ type: 'string', default: value });
const record = (properties: JsonObject, more: JsonObject = {}): Json => ({ type: 'object', properties, ...more });
const list = (items: Json): Json => ({ type: 'array', items });

const externalSecretWith = (remoteRef: JsonObject): CrdShape => ({
  group: 'external-secrets.io',
  version: 'v1',
  kind: 'ExternalSecret',
  plural: 'externalsecrets',
  spec: {
    refreshInterval: withDefault('1h0m0s'),
    secretStoreRef: record({ kind: text, name: text }),
    target: record({ name: text, creationPolicy: withDefault('Owner'), deletionPolicy: withDefault('Retain') }),
    data: list(
      record({
        secretKey: text,
        remoteRef: record({
          key: text,
          property: text,
          version: text,
          conversionStrategy: withDefault('Default'),
          decodingStrategy: withDefault('None'),
          metadataPolicy: withDefault('None'),
          ...remoteRef,
        }),
      }),
    ),
  },
});

export const EXTERNAL_SECRET = externalSecretWith({});
/** As the next release has it: one more field, with a default. */
export const NEXT_EXTERNAL_SECRET = externalSecretWith({ nullBytePolicy: withDefault('Ignore') });

export const CLUSTER_SECRET_STORE: CrdShape = {
  group: 'external-secrets.io',
  version: 'v1',
  kind: 'ClusterSecretStore',
  plural: 'clustersecretstores',
  scope: 'Cluster',
  spec: { provider: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
};

export const PERSONA_PACK: CrdShape = {
  group: 'sympozium.ai',
  version: 'v1alpha1',
  kind: 'PersonaPack',
  plural: 'personapacks',
  spec: {
    enabled: { type: 'boolean', default: true },
    channel: withDefault('stable'),
    personas: list(record({ name: text, model: text, memory: withDefault('session') })),
  },
};

export const CLUSTER_POLICY: CrdShape = {
  group: 'nvidia.com',
  version: 'v1',
  kind: 'ClusterPolicy',
  plural: 'clusterpolicies',
  scope: 'Cluster',
  spec: Object.fromEntries(
    [
      'operator',
      'driver',
      'toolkit',
      'cdi',
      'devicePlugin',
      'dcgm',
      'dcgmExporter',
      'gfd',
      'migManager',
      'validator',
      'nodeStatusExporter',
      'daemonsets',
    ].map((part) => [part, { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }]),
  ),
};

/** Argo CD's own kinds: their CRDs have no status subresource. */
export const ARGO_CD_KINDS: readonly CrdShape[] = [
  {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    plural: 'applications',
    hasStatus: false,
    others: ['operation'],
  },
  { group: 'argoproj.io', version: 'v1alpha1', kind: 'AppProject', plural: 'appprojects', hasStatus: false },
  { group: 'argoproj.io', version: 'v1alpha1', kind: 'ApplicationSet', plural: 'applicationsets', hasStatus: false },
];

const untyped =
  (group: string, version: string) =>
  (kind: string, plural: string, scope: CrdShape['scope'] = 'Namespaced'): CrdShape => ({
    group,
    version,
    kind,
    plural,
    scope,
  });

const rollouts = untyped('argoproj.io', 'v1alpha1');
export const ROLLOUTS_KINDS: readonly CrdShape[] = [
  rollouts('AnalysisRun', 'analysisruns'),
  rollouts('AnalysisTemplate', 'analysistemplates'),
  rollouts('ClusterAnalysisTemplate', 'clusteranalysistemplates', 'Cluster'),
  rollouts('Experiment', 'experiments'),
  rollouts('Rollout', 'rollouts'),
];

const tekton = untyped('tekton.dev', 'v1');
export const TEKTON_KINDS: readonly CrdShape[] = [
  tekton('CustomRun', 'customruns'),
  tekton('PipelineRun', 'pipelineruns'),
  tekton('Pipeline', 'pipelines'),
  tekton('StepAction', 'stepactions'),
  tekton('TaskRun', 'taskruns'),
  tekton('Task', 'tasks'),
];

export const TEKTON_DASHBOARD_KINDS: readonly CrdShape[] = [
  untyped('dashboard.tekton.dev', 'v1alpha1')('Extension', 'extensions'),
];

export const EVENT_LISTENER: CrdShape = untyped('triggers.tekton.dev', 'v1beta1')('EventListener', 'eventlisteners');
