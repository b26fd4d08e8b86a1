import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import type { IgnoreRule } from '../../core/model/fix.ts';
import { type Json, type JsonObject, objectAt } from '../../core/model/json.ts';
import type { AppRef, AppState, Health, Operation, ResourceStatus, Source } from '../../core/model/observation.ts';
import type { AppChange } from '../../ports/argocd.ts';
import type * as wire from './schema.ts';

/** Whose app, and how its texts are hidden. */
export interface Reading {
  /** The instance's configured name. */
  readonly server: string;
  readonly masker: Masker;
}

/** Phases after which nothing more happens. A failed attempt that waits for its retry is Running with `finishedAt`. */
const FINAL_PHASES = new Set(['Succeeded', 'Failed', 'Error']);

/** An app as Get tells it: what is absent there does not exist. */
export function mapApplication({ metadata, spec, status, operation }: wire.Application, reading: Reading): AppState {
  const { masker } = reading;
  const running = mapOperation(status.operationState, operation, masker);
  return {
    ref: mapRef(metadata, reading),
    project: spec.project,
    annotations: mapAnnotations(metadata.annotations ?? {}, masker),
    ...defined({ createdAt: metadata.creationTimestamp, reconciledAt: status.reconciledAt }),
    ...defined({ deletion: mapDeletion(metadata) }),
    sources: sourcesOf(spec).map((source) => mapSource(source, masker)),
    destination: defined(spec.destination),
    autoSync: mapAutoSync(spec.syncPolicy?.automated),
    syncOptions: spec.syncPolicy?.syncOptions ?? [],
    ignoreDifferences: spec.ignoreDifferences.map(mapIgnoreRule),
    managedNamespaceMetadata: (spec.syncPolicy?.managedNamespaceMetadata ?? null) !== null,
    sync: { status: status.sync.status || 'Unknown', revisions: mapRevisions(status.sync) },
    health: mapHealth(status.health, masker),
    conditions: status.conditions.map(({ type, message, lastTransitionTime }) => ({
      type,
      message: masker.text(message),
      ...defined({ since: lastTransitionTime }),
    })),
    ...(running ? { operation: running } : {}),
    resources: status.resources.map((resource) => mapStatusResource(resource, masker)),
    history: status.history.map(({ id, deployedAt, ...revisions }) => ({
      ...defined({ id }),
      revisions: mapRevisions(revisions),
      ...defined({ deployedAt }),
    })),
  };
}

/** undefined: nobody deletes it. */
export function mapDeletion({ deletionTimestamp, finalizers }: wire.Application['metadata']): AppState['deletion'] {
  return deletionTimestamp === undefined ? undefined : { since: deletionTimestamp, finalizers: finalizers ?? [] };
}

export function mapRef(
  { name, namespace }: { name: string; namespace: string },
  { server }: Pick<Reading, 'server'>,
): AppRef {
  return { server, namespace, name };
}

const CHANGE_TYPES = { ADDED: 'added', MODIFIED: 'modified', DELETED: 'deleted' } as const;

export function mapChange(
  { result: { type, application } }: wire.ApplicationEvent,
  reading: Reading,
): Omit<AppChange, 'identity'> {
  const { metadata, spec } = application;
  return { type: CHANGE_TYPES[type], ref: mapRef(metadata, reading), project: spec.project };
}

/** As a manifest: kubectl's last-applied annotation holds one. */
function mapAnnotations(annotations: JsonObject, masker: Masker): Readonly<Record<string, string>> {
  return objectAt(masker.manifest({ metadata: { annotations } }), 'metadata', 'annotations') as Record<string, string>;
}

/** Argo CD compares what the hydrator wrote. Where `sources` are set, `source` is a dummy. */
function sourcesOf({ source, sources, sourceHydrator }: wire.Spec): readonly wire.Source[] {
  if (sourceHydrator) {
    const { drySource, syncSource } = sourceHydrator;
    const { repoURL, path, targetBranch } = syncSource;
    const hydrated = { repoURL: repoURL ?? drySource.repoURL, path, targetRevision: targetBranch };
    return [{ ...hydrated, chart: undefined, helm: undefined }];
  }
  if (sources.length > 0) return sources;
  return source && source.repoURL !== '' ? [source] : [];
}

function mapSource({ repoURL, path, chart, targetRevision, helm }: wire.Source, masker: Masker): Source {
  return {
    repoUrl: masker.text(repoURL),
    ...defined({ path, chart, targetRevision, helmValues: helm ? mapHelmValues(helm, masker) : undefined }),
  };
}

function mapHelmValues({ valuesObject, values }: NonNullable<wire.Source['helm']>, masker: Masker): Json | undefined {
  if (typeof valuesObject === 'object' && valuesObject !== null) return masker.manifest(valuesObject as JsonObject);
  return values === undefined ? undefined : masker.text(values);
}

export function mapAutoSync(automated: NonNullable<wire.Spec['syncPolicy']>['automated']): AppState['autoSync'] {
  return {
    enabled: automated ? automated.enabled !== false : false,
    prune: automated?.prune ?? false,
    selfHeal: automated?.selfHeal ?? false,
  };
}

function mapIgnoreRule(rule: wire.IgnoreDifference): IgnoreRule {
  const { group, kind, name, namespace, jsonPointers, jqPathExpressions, managedFieldsManagers } = rule;
  return {
    kind,
    ...defined({ group, name, namespace }),
    ...(jsonPointers.length > 0 ? { jsonPointers } : {}),
    ...(jqPathExpressions.length > 0 ? { jqPathExpressions } : {}),
    ...(managedFieldsManagers.length > 0 ? { managedFieldsManagers } : {}),
  };
}

/** Unknown until the controller has looked for the first time. */
export function mapHealth({ status, message, lastTransitionTime }: wire.Health, masker: Masker): Health {
  return {
    status: status || 'Unknown',
    ...defined({ message: message === undefined ? undefined : masker.text(message), since: lastTransitionTime }),
  };
}

function mapStatusResource({ status, health, ...resource }: wire.StatusResource, masker: Masker): ResourceStatus {
  return {
    ...resource,
    ...defined({ status }),
    ...(health && health.status !== '' ? { health: mapHealth(health, masker) } : {}),
  };
}

const REQUESTED: Operation = {
  phase: 'Running',
  message: '',
  retryCount: 0,
  autoHealAttempts: 0,
  revisions: [],
  resources: [],
};

/**
 * A request for an operation clears the last one's state before the controller picks it up. As long as the Application asks for
 * one, Argo CD takes no other, whatever the state of the last one says (docs/facts.md#operations).
 */
function mapOperation(
  state: wire.OperationState | null | undefined,
  requested: wire.Application['operation'],
  masker: Masker,
): Operation | undefined {
  if (!state || state.phase === '' || (requested && FINAL_PHASES.has(state.phase)))
    return requested ? { ...REQUESTED, ...defined({ reason: reasonOf(requested, masker) }) } : undefined;
  const { phase, message, startedAt, finishedAt, retryCount, operation, syncResult } = state;
  return {
    phase,
    message: masker.text(message),
    ...defined({ startedAt, finishedAt: FINAL_PHASES.has(phase) ? finishedAt : undefined }),
    retryCount,
    autoHealAttempts: operation?.sync?.autoHealAttemptsCount ?? 0,
    ...defined({ reason: reasonOf(operation, masker) }),
    revisions: mapRevisions(syncResult ?? operation?.sync ?? { revision: '', revisions: [] }),
    resources: (syncResult?.resources ?? []).map(
      ({ group, kind, namespace, name, status, message: says, hookPhase, hookType }) => ({
        ...{ group, kind, namespace, name },
        ...defined({ status, message: says === undefined ? undefined : masker.text(says), hookPhase, hookType }),
      }),
    ),
  };
}

function reasonOf(operation: wire.Application['operation'], masker: Masker): string | undefined {
  const reason = operation?.info.find(({ name }) => name === 'Reason');
  return reason && masker.text(reason.value);
}

export function mapRevisions({ revision, revisions }: { revision: string; revisions: string[] }): readonly string[] {
  if (revisions.length > 0) return revisions;
  return revision === '' ? [] : [revision];
}
