import { z } from 'zod';

/* The case file of `plumbline explain` (README there). Permissive on what is read: unknown keys pass, odd shapes are left out. */

const text = z.string().catch('');
const flag = z.boolean().catch(false);
const optionalText = z.string().optional().catch(undefined);
const manifest = z.record(z.string(), z.json()).nullable();

const HealthStatus = z.object({ status: text, message: optionalText, lastTransitionTime: optionalText });

const StatusResource = z.object({
  group: text,
  version: text,
  kind: text,
  namespace: text,
  name: text,
  status: optionalText,
  health: HealthStatus.optional().catch(undefined),
  requiresPruning: flag,
  hook: flag,
});

const Source = z.object({
  repoURL: text,
  path: optionalText,
  chart: optionalText,
  targetRevision: z.coerce.string().optional().catch(undefined),
  helm: z.object({ valuesObject: z.json().optional(), values: z.json().optional() }).optional().catch(undefined),
});

const OperationResource = z.object({
  group: text,
  kind: text,
  namespace: text,
  name: text,
  status: optionalText,
  message: optionalText,
  hookPhase: optionalText,
  hookType: optionalText,
});

const OperationState = z.object({
  phase: text,
  message: text,
  startedAt: optionalText,
  finishedAt: optionalText,
  retryCount: z.number().catch(0),
  operation: z
    .object({ sync: z.object({ autoHealAttemptsCount: z.number().catch(0) }).optional() })
    .optional()
    .catch(undefined),
  syncResult: z
    .object({
      revision: text,
      revisions: z.array(z.string()).catch([]),
      resources: z.array(OperationResource).catch([]),
    })
    .optional()
    .catch(undefined),
});

const IgnoreDifference = z.object({
  group: optionalText,
  kind: text,
  name: optionalText,
  namespace: optionalText,
  jsonPointers: z.array(z.string()).optional().catch(undefined),
  jqPathExpressions: z.array(z.string()).optional().catch(undefined),
  managedFieldsManagers: z.array(z.string()).optional().catch(undefined),
});

const Automated = z.object({
  enabled: z.boolean().catch(true),
  prune: flag,
  selfHeal: flag,
});

export const Application = z.object({
  name: text,
  namespace: optionalText,
  project: text,
  metadata: z
    .object({
      annotations: z.record(z.string(), z.string()).optional(),
      namespace: optionalText,
      creationTimestamp: optionalText,
    })
    .optional()
    .catch(undefined),
  spec: z.object({
    destination: z.object({ server: optionalText, name: optionalText, namespace: optionalText }).catch({}),
    source: Source.optional().catch(undefined),
    sources: z.array(Source).optional().catch(undefined),
    syncPolicy: z
      .object({
        automated: Automated.nullish().catch(undefined),
        syncOptions: z.array(z.string()).nullish().catch(undefined),
        managedNamespaceMetadata: z.json().optional(),
      })
      .nullish()
      .catch(undefined),
    ignoreDifferences: z.array(IgnoreDifference).nullish().catch(undefined),
  }),
  status: z.object({
    sync: z
      .object({ status: text, revision: text, revisions: z.array(z.string()).catch([]) })
      .catch({ status: '', revision: '', revisions: [] }),
    health: HealthStatus.catch({ status: '', message: undefined, lastTransitionTime: undefined }),
    conditions: z
      .array(z.object({ type: text, message: text, lastTransitionTime: optionalText }))
      .nullish()
      .catch(undefined),
    operationState: OperationState.nullish().catch(undefined),
    history: z
      .array(z.object({ revision: text, deployedAt: optionalText }))
      .optional()
      .catch(undefined),
    resources: z.array(StatusResource).nullish().catch(undefined),
  }),
});
export type Application = z.infer<typeof Application>;

export const CaseFile = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  application: Application,
  resource: z.object({
    group: text,
    version: text,
    kind: text,
    namespace: text,
    name: text,
    requiresPruning: flag,
    hook: flag,
  }),
  target: manifest,
  live: manifest,
  context: z.record(z.string(), z.json()).default({}),
});
export type CaseFile = z.infer<typeof CaseFile>;
