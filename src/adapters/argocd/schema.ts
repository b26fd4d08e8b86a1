import { z } from 'zod';
import type { JsonObject } from '../../core/model/json.ts';

/*
 * What is read of Argo CD's API, v2.14 to v3.5. The server marshals Go structs with `omitempty`: absent, null and the
 * zero value mean the same, so each field says what absence means. Unknown fields are dropped.
 */

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
export const optional = z
  .string()
  .nullish()
  .transform((value) => (value === null || value === '' ? undefined : value));

export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);
}

/** Objects that Go always emits, `fields` sometimes drops and older servers lack: an empty one reads the same. */
function orEmpty<T extends z.ZodType>(shape: T) {
  return z.preprocess((value) => value ?? {}, shape);
}

const texts = listOf(z.string());
const identity = { group: text, kind: text, namespace: text, name: text };

export const Health = z.object({ status: text, message: optional, lastTransitionTime: optional });
export type Health = z.infer<typeof Health>;

const Revisions = { revision: text, revisions: texts };

const Helm = z.object({ valuesObject: z.unknown().optional(), values: optional });

const Source = z.object({
  repoURL: text,
  path: optional,
  chart: optional,
  targetRevision: optional,
  helm: Helm.nullish(),
});
export type Source = z.infer<typeof Source>;

const SourceHydrator = z.object({
  drySource: z.object({ repoURL: text }),
  syncSource: z.object({ repoURL: optional, path: optional, targetBranch: optional }),
});

const IgnoreDifference = z.object({
  group: optional,
  kind: text,
  name: optional,
  namespace: optional,
  jsonPointers: texts,
  jqPathExpressions: texts,
  managedFieldsManagers: texts,
});
export type IgnoreDifference = z.infer<typeof IgnoreDifference>;

const SyncPolicy = z.object({
  automated: z.object({ enabled: z.boolean().nullish(), prune: flag, selfHeal: flag }).nullish(),
  syncOptions: texts,
  managedNamespaceMetadata: z.unknown().optional(),
});

const Spec = z.object({
  project: text,
  source: Source.nullish(),
  sources: listOf(Source),
  sourceHydrator: SourceHydrator.nullish(),
  destination: orEmpty(z.object({ server: optional, name: optional, namespace: optional })),
  syncPolicy: SyncPolicy.nullish(),
  ignoreDifferences: listOf(IgnoreDifference),
});
export type Spec = z.infer<typeof Spec>;

const StatusResource = z.object({
  ...identity,
  version: text,
  status: optional,
  health: Health.nullish(),
  requiresPruning: flag,
  hook: flag,
});
export type StatusResource = z.infer<typeof StatusResource>;

const OperationRequest = z.object({ info: listOf(z.object({ name: text, value: text })) });

const OperationState = z.object({
  phase: text,
  message: text,
  startedAt: optional,
  finishedAt: optional,
  retryCount: count,
  operation: OperationRequest.extend({
    sync: z.object({ ...Revisions, autoHealAttemptsCount: count }).nullish(),
  }).nullish(),
  syncResult: z
    .object({
      ...Revisions,
      resources: listOf(
        z.object({ ...identity, status: optional, message: optional, hookPhase: optional, hookType: optional }),
      ),
    })
    .nullish(),
});
export type OperationState = z.infer<typeof OperationState>;

const Status = z.object({
  sync: orEmpty(z.object({ status: text, ...Revisions })),
  health: orEmpty(Health),
  reconciledAt: optional,
  conditions: listOf(z.object({ type: text, message: text, lastTransitionTime: optional })),
  operationState: OperationState.nullish(),
  history: listOf(z.object({ ...Revisions, id: z.number().optional().catch(undefined), deployedAt: optional })),
  resources: listOf(StatusResource),
});

export const Application = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: text,
    annotations: z.record(z.string(), z.string()).nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
    creationTimestamp: optional,
    deletionTimestamp: optional,
    finalizers: z.array(z.string()).nullish(),
  }),
  spec: Spec,
  status: orEmpty(Status),
  /** Present: requested or running. */
  operation: OperationRequest.nullish().catch({ info: [] }),
});
export type Application = z.infer<typeof Application>;

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An application of a list. There are two million resources in a large fleet: each is checked to be an object, and read
 * by hand (listing.ts).
 */
export const ListedApplication = Application.extend({
  status: orEmpty(Status.extend({ resources: listOf(z.custom<JsonObject>(isPlainObject)) })),
});
export type ListedApplication = z.infer<typeof ListedApplication>;

/** What is left of a list when its items were taken out. `metadata` is always there; without it the answer is no list. */
export const ListEnvelope = z.object({ metadata: z.object({}), items: listOf(z.never()) });

export const ApplicationEvent = z.object({
  result: z.object({
    type: z.enum(['ADDED', 'MODIFIED', 'DELETED']),
    application: z.object({
      metadata: z.object({ name: z.string(), namespace: text }),
      spec: orEmpty(z.object({ project: text })),
    }),
  }),
});
export type ApplicationEvent = z.infer<typeof ApplicationEvent>;

export const ManagedResources = z.object({
  items: listOf(
    z.object({
      ...identity,
      resourceVersion: text,
      modified: flag,
      targetState: text,
      liveState: text,
      normalizedLiveState: text,
      predictedLiveState: text,
    }),
  ),
});
export type ManagedResources = z.infer<typeof ManagedResources>;

const ResourceNode = z.object({
  ...identity,
  version: text,
  uid: text,
  parentRefs: listOf(z.object({ kind: text, name: text, uid: text })),
  info: listOf(z.object({ name: text, value: text })),
  images: texts,
  health: Health.nullish(),
  createdAt: optional,
});
export type ResourceNode = z.infer<typeof ResourceNode>;

export const ResourceTree = z.object({ nodes: listOf(ResourceNode) });

const Event = z.object({
  metadata: z.object({ creationTimestamp: optional }),
  involvedObject: orEmpty(z.object({ kind: text, name: text })),
  reason: text,
  message: text,
  type: optional,
  count: z.number().nullish(),
  lastTimestamp: optional,
  eventTime: optional,
  series: z.object({ count: z.number().nullish(), lastObservedTime: optional }).nullish(),
});
export type Event = z.infer<typeof Event>;

export const EventList = z.object({ metadata: z.object({}), items: listOf(Event) });

export const LogEntry = z.object({ result: z.object({ content: text, last: flag, podName: text }) });
export type LogEntry = z.infer<typeof LogEntry>;

export const Manifests = z.object({ manifests: texts });

export const RevisionMetadata = z.object({ author: optional, date: optional, message: optional });
export type RevisionMetadata = z.infer<typeof RevisionMetadata>;
