import type { Observation, ResourceObservation } from '../../core/facts/observation.ts';
import type { Masker } from '../../core/mask/mask.ts';
import { makeMasker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import type { IgnoreRule } from '../../core/model/fix.ts';
import type { Manifest } from '../../core/model/json.ts';
import type { AppState, Operation, ResourceStatus } from '../../core/model/observation.ts';
import { appFactsOf } from './app-facts.ts';
import { instanceOf } from './instance.ts';
import { resourceFactsOf } from './resource-facts.ts';
import type { Application, CaseFile } from './schema.ts';

/** A case as an Observation. Secrets are masked here, before anything else sees them. */
export function mapCase(file: CaseFile): Observation {
  const masker = makeMasker();
  const app = mapApplication(file.application, file.context, masker);
  const hasResource = file.resource.kind !== '';
  return {
    app,
    instance: instanceOf(file.context),
    runtime: appFactsOf(file.context, masker),
    resources: hasResource ? [mapResource(file, app, masker)] : [],
    notObserved: [],
  };
}

function mapResource(
  { resource, target, live, context }: CaseFile,
  app: AppState,
  masker: Masker,
): ResourceObservation {
  const { group, kind, namespace, name, version } = resource;
  const ref = { group, kind, namespace, name };
  const listed = app.resources.find((entry) => entry.kind === kind && entry.name === name && entry.group === group);
  const mask = (manifest: CaseFile['target']): Manifest | null =>
    manifest === null ? null : masker.manifest(manifest as Manifest);
  return {
    ref,
    version,
    ...defined({ status: listed?.status }),
    ...(listed?.health ? { health: listed.health } : {}),
    requiresPruning: resource.requiresPruning || (listed?.requiresPruning ?? false),
    hook: resource.hook || (listed?.hook ?? false),
    target: mask(target),
    live: mask(live),
    facts: resourceFactsOf({ context, ref, appName: app.ref.name, masker }),
  };
}

function mapApplication(
  { name, namespace, project, metadata, spec, status }: Application,
  context: CaseFile['context'],
  masker: Masker,
): AppState {
  const automated = spec.syncPolicy?.automated;
  const created = metadata?.creationTimestamp ?? context.appCreatedAt;
  const history = readHistory(status.history) ?? readHistory(context.history);
  const sources = spec.sources && spec.sources.length > 0 ? spec.sources : spec.source ? [spec.source] : [];
  return {
    ref: { server: '', namespace: namespace ?? metadata?.namespace ?? '', name },
    project,
    annotations: metadata?.annotations ?? {},
    ...(typeof created === 'string' ? { createdAt: created } : {}),
    sources: sources.map(({ repoURL, path, chart, targetRevision, helm }) => ({
      repoUrl: repoURL,
      ...defined({ path, chart, targetRevision, helmValues: helm?.valuesObject ?? helm?.values }),
    })),
    destination: defined(spec.destination),
    autoSync: {
      enabled: automated ? automated.enabled : false,
      prune: automated?.prune ?? false,
      selfHeal: automated?.selfHeal ?? false,
    },
    syncOptions: spec.syncPolicy?.syncOptions ?? [],
    ignoreDifferences: (spec.ignoreDifferences ?? []).map((rule) => defined(rule) as unknown as IgnoreRule),
    managedNamespaceMetadata: spec.syncPolicy?.managedNamespaceMetadata !== undefined,
    sync: { status: status.sync.status, revisions: revisionsOf(status.sync) },
    health: mapHealth(status.health, masker),
    conditions: (status.conditions ?? []).map(({ type, message, lastTransitionTime }) => ({
      type,
      message: masker.text(message),
      ...defined({ since: lastTransitionTime }),
    })),
    ...(status.operationState ? { operation: mapOperation(status.operationState, masker) } : {}),
    ...defined({ history }),
    resources: (status.resources ?? []).map((resource) => mapStatusResource(resource, masker)),
  };
}

function mapStatusResource(
  { health, status, ...rest }: NonNullable<Application['status']['resources']>[number],
  masker: Masker,
): ResourceStatus {
  return { ...rest, ...defined({ status }), ...(health ? { health: mapHealth(health, masker) } : {}) };
}

function mapHealth({ status, message, lastTransitionTime }: Application['status']['health'], masker: Masker) {
  return {
    status,
    ...defined({ message: message === undefined ? undefined : masker.text(message), since: lastTransitionTime }),
  };
}

function mapOperation(state: NonNullable<Application['status']['operationState']>, masker: Masker): Operation {
  const { phase, message, startedAt, finishedAt, retryCount, operation, syncResult } = state;
  return {
    phase,
    message: masker.text(message),
    ...defined({ startedAt, finishedAt }),
    retryCount,
    autoHealAttempts: operation?.sync?.autoHealAttemptsCount ?? 0,
    revisions: syncResult ? revisionsOf(syncResult) : [],
    resources: (syncResult?.resources ?? []).map(
      ({ group, kind, namespace, name, status, message: text, hookPhase, hookType }) => ({
        group,
        kind,
        namespace,
        name,
        ...defined({ status, message: text === undefined ? undefined : masker.text(text), hookPhase, hookType }),
      }),
    ),
  };
}

function revisionsOf({ revision, revisions }: { revision: string; revisions: string[] }): readonly string[] {
  return revisions.length > 0 ? revisions : revision === '' ? [] : [revision];
}

function readHistory(value: unknown): AppState['history'] {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry: unknown) => {
    const { revision, deployedAt } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >;
    return {
      revisions: typeof revision === 'string' ? [revision] : [],
      ...(typeof deployedAt === 'string' ? { deployedAt } : {}),
    };
  });
}
