import { type Comparison, compare } from '../../src/core/compare/compare.ts';
import type { AppSubject, Subject } from '../../src/core/drift/rule.ts';
import type { Observation, ResourceObservation } from '../../src/core/facts/observation.ts';
import type { ResourceFacts, RuntimeFacts } from '../../src/core/facts/registry.ts';
import { defined } from '../../src/core/model/defined.ts';
import type { Json, Manifest } from '../../src/core/model/json.ts';
import type { AppState, InstanceState } from '../../src/core/model/observation.ts';
import type { ResourceRef } from '../../src/core/model/resource-ref.ts';
import type { ListedApp } from '../../src/core/scan/listed-app.ts';

/* Builders: a sensible whole of which a test states only what matters to it. */

export const REVISION = 'b7c41f0f3a2d9e85c6d1047be3fa9120d4e85f77';
export const OLDER_REVISION = '1f09ad6e7b5521c0f2ce6b8d94a37d10c2b4e613';

export function anApp(parts: Partial<AppState> = {}): AppState {
  return {
    ref: { server: 'prod', namespace: 'argocd', name: 'checkout' },
    project: 'default',
    annotations: {},
    sources: [
      { repoUrl: 'https://git.example.com/platform/gitops.git', path: 'apps/checkout', targetRevision: 'main' },
    ],
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    autoSync: { enabled: true, prune: false, selfHeal: true },
    syncOptions: [],
    ignoreDifferences: [],
    managedNamespaceMetadata: false,
    sync: { status: 'OutOfSync', revisions: [REVISION] },
    health: { status: 'Healthy' },
    conditions: [],
    operation: anOperation(),
    resources: [],
    ...parts,
  };
}

export function aListedApp(parts: Partial<ListedApp> = {}): ListedApp {
  const { ref, project, destination, autoSync, sync, health } = anApp();
  return {
    ...{ ref, project, destination, autoSync, sync, health },
    labels: {},
    annotations: {},
    drifting: [],
    identity: 'identity',
    ...parts,
  };
}

export function anOperation(
  parts: Partial<NonNullable<AppState['operation']>> = {},
): NonNullable<AppState['operation']> {
  return {
    phase: 'Succeeded',
    message: 'successfully synced (all tasks run)',
    retryCount: 0,
    autoHealAttempts: 0,
    revisions: [REVISION],
    resources: [],
    ...parts,
  };
}

export function aRef(parts: Partial<ResourceRef> = {}): ResourceRef {
  return { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'checkout', ...parts };
}

export interface WriterSpec {
  readonly manager: string;
  /** fieldsV1 as it stands in managedFields. */
  readonly owns: Json;
  readonly operation?: 'Apply' | 'Update';
  readonly time?: string;
  readonly subresource?: string;
}

/** A manifest with the identity of `ref`; `body` is merged on top (metadata one level deeper). */
export function aManifest(
  body: { metadata?: Record<string, Json> } & Record<string, unknown> = {},
  ref = aRef(),
): Manifest {
  const { metadata, ...rest } = body;
  return {
    apiVersion: ref.group === '' ? 'v1' : `${ref.group}/v1`,
    kind: ref.kind,
    metadata: { name: ref.name, ...(ref.namespace === '' ? {} : { namespace: ref.namespace }), ...metadata },
    ...(rest as Record<string, Json>),
  };
}

export function writtenBy(manifest: Manifest, ...writers: readonly WriterSpec[]): Manifest {
  const metadata = manifest.metadata as Record<string, Json>;
  return {
    ...manifest,
    metadata: {
      ...metadata,
      managedFields: writers.map(
        ({ manager, owns, operation = 'Update', time = '2026-04-11T16:02:07Z', subresource }) => ({
          manager,
          operation,
          time,
          fieldsType: 'FieldsV1',
          fieldsV1: owns,
          ...defined({ subresource }),
        }),
      ),
    },
  };
}

/** Argo CD as the first writer of the object, owning `/spec` and `/metadata` as a whole unless told otherwise. */
export function byArgoCd(
  owns: Json = { 'f:spec': {}, 'f:metadata': {}, 'f:data': {} },
  operation: 'Apply' | 'Update' = 'Update',
): WriterSpec {
  return { manager: 'argocd-controller', owns, operation, time: '2026-03-02T09:14:22Z' };
}

export interface SubjectSpec {
  readonly app?: Partial<AppState>;
  readonly instance?: InstanceState;
  readonly runtime?: RuntimeFacts;
  readonly ref?: Partial<ResourceRef>;
  readonly resource?: Partial<Omit<ResourceObservation, 'ref' | 'target' | 'live' | 'facts'>>;
  readonly target?: Manifest | null;
  readonly live?: Manifest | null;
  readonly facts?: ResourceFacts;
}

export function aResource({ ref = {}, resource = {}, target, live, facts = {} }: SubjectSpec): ResourceObservation {
  const identity = aRef(ref);
  return {
    ref: identity,
    version: 'v1',
    status: 'OutOfSync',
    requiresPruning: target === null,
    hook: false,
    target: target === undefined ? aManifest({}, identity) : target,
    live: live === undefined ? aManifest({}, identity) : live,
    facts,
    ...resource,
  };
}

/** What a rule sees: the comparison is the real one, so that changes carry the paths and writers they would have. */
export function aSubject(spec: SubjectSpec = {}): Subject {
  const resource = aResource(spec);
  const { ref, version, requiresPruning, hook, status } = resource;
  const listed = { ...ref, version, requiresPruning, hook, ...defined({ status }) };
  const app = anApp({ resources: [listed], ...spec.app });
  const comparison: Comparison = compare({ app, resource });
  return {
    app,
    instance: spec.instance ?? {},
    runtime: spec.runtime ?? {},
    resource,
    comparison,
    changes: comparison.changes,
  };
}

export function anAppSubject(spec: Pick<SubjectSpec, 'app' | 'instance' | 'runtime'> = {}): AppSubject {
  return { app: anApp(spec.app), instance: spec.instance ?? {}, runtime: spec.runtime ?? {} };
}

export function anObservation(spec: SubjectSpec = {}): Observation {
  const { app, instance, runtime, resource } = aSubject(spec);
  return { app, instance, runtime, resources: [resource], notObserved: [] };
}
