import {
  at,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import type { WorldClock } from '../../cluster/types.ts';
import { type AppSpec, readAppSpec } from '../app-spec.ts';
import type { AppComparison, Destination } from '../reconcile.ts';
import { windowsFor } from '../sync-windows.ts';
import { secondsOf } from '../time.ts';
import { typedRewrite } from '../typed-rewrite.ts';
import type { AppId, AppStore } from './app-store.ts';
import type { AuditEvents } from './audit-events.ts';
import { isSyncOperation, runSync, type SyncOutcome } from './run-sync.ts';
import type { Sources } from './sources.ts';

/** Operations of Applications, one per app at a time: docs/facts.md#operations. */
export interface Operations {
  /** Rewrites the Application through its Go type and wipes the state of the last operation. */
  request(id: AppId, operation: JsonObject, manager: string): void;
  terminate(id: AppId): void;
  /** Starts the operation that the Application asks for, unless one runs. */
  run(id: AppId): void;
  idle(): Promise<void>;
  isIdle(): boolean;
  close(): void;
}

export interface OperationsOptions {
  readonly store: AppStore;
  readonly sources: Sources;
  readonly clock: WorldClock;
  readonly audit: AuditEvents;
  readonly version: string;
  readonly home: string;
  comparisonFor(app: AppSpec, rendered: readonly Manifest[]): AppComparison | undefined;
  destinationOf(app: AppSpec): Destination | undefined;
  wake(id: AppId): void;
  /** A closed window may open. */
  wakeLater(id: AppId): void;
}

const HISTORY_LIMIT = 10;
const HOOK_POLL_MS = 20;

export function makeOperations(options: OperationsOptions): Operations {
  const { store, sources, clock, audit, version, home } = options;
  const running = new Map<string, Promise<void>>();
  let isClosed = false;

  function patchState(id: AppId, change: (state: JsonObject) => JsonObject): void {
    const app = store.get(id);
    if (!app) return;
    const status = objectAt(app, 'status');
    store.writeStatus(id, { ...status, operationState: change(objectAt(status, 'operationState')) });
  }

  function isTerminating(id: AppId): boolean {
    return isClosed || stringAt(store.get(id), 'status', 'operationState', 'phase') === 'Terminating';
  }

  async function execute(id: AppId, operation: JsonObject): Promise<void> {
    const object = store.get(id);
    if (!object) return;
    const app = readAppSpec(object);
    const startedAt = stringAt(object, 'status', 'operationState', 'startedAt') ?? secondsOf(clock.now());
    const isManual = at(operation, 'initiatedBy', 'automated') !== true;
    const state = { operation, phase: 'Running', message: 'waiting to start', startedAt };
    if (!windowsFor(store.project(home, app.project), app, clock.now()).canSync(isManual)) {
      patchState(id, () => ({ ...state, message: 'Sync operation blocked by sync window' }));
      options.wakeLater(id);
      return;
    }
    try {
      patchState(id, () => state);
      audit.record(object, 'OperationStarted', `${initiatorOf(operation)} initiated sync`);
      const revision = await sources.resolve(app, stringAt(operation, 'sync', 'revision') || app.targetRevision);
      const comparison = options.comparisonFor(app, await sources.render(app, revision));
      const cluster = options.destinationOf(app)?.cluster;
      if (!comparison || !cluster) throw new Error('there are no clusters with this name or server');
      const outcome = await runSync({
        app,
        cluster,
        comparison,
        request: objectAt(operation, 'sync'),
        isTerminated: () => isTerminating(id),
        async waitFor(message) {
          patchState(id, (current) => (current.message === message ? current : { ...current, message }));
          await new Promise((resolve) => setTimeout(resolve, HOOK_POLL_MS));
        },
      });
      finish(id, { operation: resolved(operation, revision, app.source), startedAt, revision, outcome });
    } catch (error) {
      const outcome = {
        phase: 'Error',
        message: error instanceof Error ? error.message : String(error),
        results: [],
      } as const;
      finish(id, { operation, startedAt, revision: undefined, outcome });
    }
  }

  interface Finished {
    readonly operation: JsonObject;
    readonly startedAt: string;
    readonly revision: string | undefined;
    readonly outcome:
      | SyncOutcome
      | { readonly phase: 'Error'; readonly message: string; readonly results: readonly JsonObject[] };
  }

  function finish(id: AppId, { operation, startedAt, revision, outcome }: Finished): void {
    const current = store.get(id);
    if (!current || isClosed) return;
    const { operation: _, ...app } = current;
    const status = objectAt(current, 'status');
    const finishedAt = secondsOf(clock.now());
    const source = at(current, 'spec', 'source') ?? { repoURL: '' };
    const entry = {
      revision: revision ?? '',
      deployedAt: finishedAt,
      source,
      deployStartedAt: startedAt,
      initiatedBy: at(operation, 'initiatedBy') ?? {},
    };
    const history = isRecorded(operation, outcome)
      ? recorded(listAt(status, 'history'), entry)
      : listAt(status, 'history');
    store.write(
      {
        ...app,
        status: {
          ...status,
          ...(history.length === 0 ? {} : { history }),
          operationState: {
            operation,
            phase: outcome.phase === 'Terminated' ? 'Failed' : outcome.phase,
            message: outcome.message,
            ...(revision === undefined ? {} : { syncResult: { resources: outcome.results, revision, source } }),
            startedAt,
            finishedAt,
          },
        },
      },
      'argocd-application-controller',
    );
    const isWell = outcome.phase === 'Succeeded';
    audit.record(
      current,
      'OperationCompleted',
      `Sync operation to ${revision ?? ''} ${isWell ? 'succeeded' : `failed: ${outcome.message}`}`,
      !isWell,
    );
    // between a sync and a later comparison the real manifest cache expires; here nobody waits for it
    sources.expire(readAppSpec(current));
    options.wake(id);
  }

  function endHeld(id: AppId, operation: JsonObject): void {
    const startedAt = stringAt(store.get(id), 'status', 'operationState', 'startedAt') ?? secondsOf(clock.now());
    const outcome = { phase: 'Terminated', message: 'Operation terminated', results: [] } as const;
    finish(id, { operation, startedAt, revision: undefined, outcome });
  }

  return {
    request(id, operation, manager) {
      const app = store.get(id);
      if (!app) return;
      const { operationState: _, ...status } = objectAt(app, 'status');
      store.write({ ...typedRewrite(app, version), operation, status }, manager);
    },
    terminate(id) {
      patchState(id, (state) => ({ ...state, phase: 'Terminating', message: 'operation is terminating' }));
      // until the controller has ended it, the Application asks for it still, and takes no other
      options.wake(id);
    },
    run(id) {
      const key = `${id.namespace}/${id.name}`;
      const operation = at(store.get(id), 'operation');
      if (!isSyncOperation(operation) || running.has(key)) return;
      // one that waits for a window has nothing running that would notice
      if (isTerminating(id)) return endHeld(id, operation);
      const work = execute(id, operation).finally(() => running.delete(key));
      running.set(key, work);
    },
    async idle() {
      await Promise.all(running.values());
    },
    isIdle: () => running.size === 0,
    close() {
      isClosed = true;
    },
  };
}

/** What was asked for, with the branch resolved and the source that it was applied from. */
function resolved(operation: JsonObject, revision: string, source: Json): JsonObject {
  return { ...operation, sync: { ...objectAt(operation, 'sync'), revision, source } };
}

function initiatorOf(operation: Json): string {
  return at(operation, 'initiatedBy', 'automated') === true
    ? 'automated sync policy'
    : (stringAt(operation, 'initiatedBy', 'username') ?? 'Unknown user');
}

/** Only a full sync that is no dry run makes history. */
function isRecorded(operation: Json, { phase }: { readonly phase: string }): boolean {
  return (
    phase === 'Succeeded' &&
    listAt(operation, 'sync', 'resources').length === 0 &&
    at(operation, 'sync', 'dryRun') !== true
  );
}

function recorded(history: readonly Json[], entry: JsonObject): readonly Json[] {
  const last = at(history.at(-1), 'id');
  const id = typeof last === 'number' ? last + 1 : 0;
  const { revision, deployedAt, ...rest } = entry;
  return [...history, { revision: revision ?? '', deployedAt: deployedAt ?? '', id, ...rest }].slice(-HISTORY_LIMIT);
}
