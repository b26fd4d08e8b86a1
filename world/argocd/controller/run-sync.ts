import {
  at,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  stringAt,
} from '../../../src/core/model/json.ts';
import { ApiStatusError, type ClusterModel, type ObjectKey } from '../../cluster/types.ts';
import { annotationValues, SYNC_OPTIONS } from '../annotations.ts';
import { type AppSpec, textsOf } from '../app-spec.ts';
import { isAppliedServerSide } from '../compare/compare-resource.ts';
import { ignoresFor } from '../compare/ignore.ts';
import { healthOf } from '../health.ts';
import { deletePolicies, type HookPhase, hookPhases, isSkipped } from '../hooks.ts';
import { keyOfManifest, versionOf } from '../object-key.ts';
import { type AppComparison, imagesOf } from '../reconcile.ts';
import { applyManifest, printedName } from './apply.ts';
import { inSyncOrder } from './sync-order.ts';

export interface SyncOutcome {
  readonly phase: 'Succeeded' | 'Failed' | 'Terminated';
  readonly message: string;
  readonly results: readonly JsonObject[];
}

export interface SyncRun {
  readonly app: AppSpec;
  readonly cluster: ClusterModel;
  readonly comparison: AppComparison;
  /** The `sync` part of the operation. */
  readonly request: Json;
  isTerminated(): boolean;
  /** Called while a hook has not finished; resolves when it is worth looking again. */
  waitFor(message: string): Promise<void>;
}

/** One sync: PreSync hooks, the resources, PostSync hooks. A partial sync runs no hooks: docs/facts.md#operations. */
export async function runSync(run: SyncRun): Promise<SyncOutcome> {
  const results: JsonObject[] = [];
  const selected = listAt(run.request, 'resources');
  const runsHooks = selected.length === 0 && at(run.request, 'syncStrategy', 'apply') === undefined;
  const phases: readonly HookPhase[] = ['PreSync', 'Sync', 'PostSync'];
  for (const phase of phases) {
    if (phase === 'Sync') results.push(...createNamespace(run), ...syncResources(run, selected));
    if (runsHooks && !hasFailed(results)) {
      for (const hook of inSyncOrder(run.comparison.hooks.filter((hook) => hookPhases(hook).includes(phase)))) {
        results.push(await runHook(run, hook, phase));
        if (run.isTerminated()) return { phase: 'Terminated', message: 'Operation terminated', results };
      }
    }
    if (hasFailed(results)) break;
  }
  return hasFailed(results)
    ? { phase: 'Failed', message: failureOf(results), results }
    : { phase: 'Succeeded', message: 'successfully synced (all tasks run)', results };
}

function hasFailed(results: readonly JsonObject[]): boolean {
  return results.some(({ status, hookPhase }) => status === 'SyncFailed' || hookPhase === 'Failed');
}

function failureOf(results: readonly JsonObject[]): string {
  const failed = results.find(({ status }) => status === 'SyncFailed');
  return failed
    ? `one or more objects failed to apply, reason: ${String(failed.message)}`
    : 'one or more synchronization tasks completed unsuccessfully';
}

function syncOptionsOf({ app, request }: SyncRun): readonly string[] {
  const own = textsOf(listAt(request, 'syncOptions'));
  return own.length > 0 ? own : app.syncOptions;
}

function createNamespace(run: SyncRun): readonly JsonObject[] {
  const { app, cluster } = run;
  const name = app.destination.namespace;
  const key = { group: '', kind: 'Namespace', namespace: '', name };
  const isRendered = run.comparison.resources.some(
    ({ key: own, verdict }) => own.kind === 'Namespace' && own.name === name && verdict.target !== null,
  );
  if (!syncOptionsOf(run).includes('CreateNamespace=true') || isRendered || name === '' || cluster.get(key)) return [];
  const manifest: Manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  return [attempt(manifest, 'PreSync', () => applyManifest(cluster, manifest, { serverSide: false }))];
}

function syncResources(run: SyncRun, selected: readonly Json[]): readonly JsonObject[] {
  const chosen = run.comparison.resources.filter(
    ({ key, hook }) => !hook && (selected.length === 0 || selected.some((entry) => isSelected(entry, key))),
  );
  const dryRun = at(run.request, 'dryRun') === true;
  const extras = chosen.flatMap(({ verdict, requiresPruning }) =>
    requiresPruning && verdict.live ? [prune(run, verdict.live, dryRun)] : [],
  );
  const targets = new Map(
    chosen.flatMap(({ verdict }) =>
      verdict.target && !isSkipped(verdict.target) ? [[verdict.target, verdict.live] as const] : [],
    ),
  );
  const applied = inSyncOrder([...targets.keys()]).map((target) =>
    attempt(target, 'Sync', () => {
      const live = targets.get(target) ?? null;
      return applyManifest(run.cluster, respectful(run, target, live), {
        serverSide: isAppliedServerSide({ ...run.app, syncOptions: syncOptionsOf(run) }, target),
        dryRun,
      });
    }),
  );
  return [...extras, ...applied];
}

/** Ignoring affects only the comparison; with RespectIgnoreDifferences a sync leaves live's values alone too. */
function respectful(run: SyncRun, target: Manifest, live: Manifest | null): Manifest {
  if (live === null || !syncOptionsOf(run).includes('RespectIgnoreDifferences=true')) return target;
  return ignoresFor(run.app.ignoreDifferences, keyOfManifest(target)).withLive(target, live);
}

/** Name, kind and group must match; a namespace only where one is given. */
function isSelected(entry: Json, key: ObjectKey): boolean {
  const namespace = stringAt(entry, 'namespace') ?? '';
  return (
    (stringAt(entry, 'group') ?? '') === key.group &&
    stringAt(entry, 'kind') === key.kind &&
    stringAt(entry, 'name') === key.name &&
    (namespace === '' || namespace === key.namespace)
  );
}

function prune(run: SyncRun, live: Manifest, dryRun: boolean): JsonObject {
  const skipped = (message: string): JsonObject => ({ ...resultOf(live, 'Sync'), status: 'PruneSkipped', message });
  if (annotationValues(live, SYNC_OPTIONS).includes('Prune=false')) return skipped('ignored (no prune)');
  if (at(run.request, 'prune') !== true) return skipped('ignored (requires pruning)');
  return {
    ...attempt(live, 'Sync', () => {
      run.cluster.delete(keyOfManifest(live), { dryRun, propagation: prunePropagation(run) });
      return dryRun ? 'pruned (dry run)' : 'pruned';
    }),
    ...(dryRun ? {} : { status: 'Pruned' }),
  };
}

function prunePropagation(run: SyncRun): 'Background' | 'Foreground' | 'Orphan' {
  const [, stated] = /^PrunePropagationPolicy=(\w+)$/m.exec(syncOptionsOf(run).join('\n')) ?? [];
  if (stated === 'background') return 'Background';
  return stated === 'orphan' ? 'Orphan' : 'Foreground';
}

async function runHook(run: SyncRun, hook: Manifest, phase: HookPhase): Promise<JsonObject> {
  const key = keyOfManifest(hook);
  const policies = deletePolicies(hook);
  const { cluster } = run;
  if (policies.includes('BeforeHookCreation') && cluster.get(key)) cluster.delete(key);
  const base = { ...resultOf(hook, phase), hookType: phase };
  try {
    applyManifest(cluster, hook, { serverSide: false });
  } catch (error) {
    return { ...base, status: 'SyncFailed', hookPhase: 'Failed', message: messageOf(error) };
  }
  const label = `${key.group}/${key.kind}/${key.name}`;
  let state = hookState(cluster.get(key));
  while (state === 'Running' && !run.isTerminated()) {
    await run.waitFor(`waiting for completion of hook ${label}`);
    state = hookState(cluster.get(key));
  }
  const isGone = state === 'Succeeded' ? policies.includes('HookSucceeded') : policies.includes('HookFailed');
  if (isGone && cluster.get(key)) cluster.delete(key);
  return { ...base, status: 'Synced', hookPhase: state, message: `${printedName(hook)} created` };
}

/** Jobs and pods finish; any other kind is done once it exists. */
function hookState(live: Manifest | undefined): 'Running' | 'Succeeded' | 'Failed' {
  if (!live) return 'Succeeded';
  const { kind } = keyOfManifest(live);
  if (kind !== 'Job' && kind !== 'Pod') return 'Succeeded';
  const status = healthOf(live)?.status;
  if (status === 'Degraded') return 'Failed';
  return status === 'Healthy' ? 'Succeeded' : 'Running';
}

function attempt(manifest: Manifest, phase: HookPhase, act: () => string): JsonObject {
  const images = imagesOf(manifest);
  const base = { ...resultOf(manifest, phase), ...(images.length === 0 ? {} : { images }) };
  try {
    return { ...base, status: 'Synced', message: act(), hookPhase: 'Running' };
  } catch (error) {
    return { ...base, status: 'SyncFailed', message: messageOf(error), hookPhase: 'Failed' };
  }
}

/** Group and namespace are always present here, unlike in `status.resources`. */
function resultOf(manifest: Manifest, syncPhase: HookPhase): JsonObject {
  const { group, kind, namespace, name } = keyOfManifest(manifest);
  return { group, version: versionOf(manifest), kind, namespace, name, syncPhase };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiStatusError || error instanceof Error) return error.message;
  return String(error);
}

export function isSyncOperation(operation: Json | undefined): operation is JsonObject {
  return isObject(operation) && isObject(operation.sync);
}
