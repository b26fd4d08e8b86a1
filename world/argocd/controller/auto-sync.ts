import { at, type Json, type JsonObject, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { AppSpec } from '../app-spec.ts';
import { wireKey } from '../object-key.ts';
import type { AppComparison, Condition } from '../reconcile.ts';

export interface AutoSyncDecision {
  readonly operation?: JsonObject;
  readonly condition?: Condition;
}

export interface AutoSyncInput {
  readonly app: AppSpec;
  readonly object: Manifest;
  readonly comparison: AppComparison;
  readonly revision: string;
  /** The app's own files are the same as at the revision that was last synced (`manifest-generate-paths`). */
  readonly isSameSource: boolean;
}

/**
 * Automated sync (docs/facts.md#auto-sync): never twice to the same revision, unless self-heal is on, and then only what
 * is out of sync. Nothing happens while only prunes are pending and pruning is off.
 */
export function decideAutoSync({ app, object, comparison, revision, isSameSource }: AutoSyncInput): AutoSyncDecision {
  if (!app.automated || comparison.sync !== 'OutOfSync' || at(object, 'operation') !== undefined) return {};
  const drifting = comparison.resources.filter(({ status }) => status === 'OutOfSync');
  if (!app.automated.prune && drifting.every(({ requiresPruning }) => requiresPruning)) return {};
  const last = at(object, 'status', 'operationState');
  const lastRevision = stringAt(last, 'syncResult', 'revision');
  const wasAttempted = lastRevision === revision || (lastRevision !== undefined && isSameSource);
  const phase = stringAt(last, 'phase');
  if (wasAttempted && (phase === 'Failed' || phase === 'Error')) {
    return {
      condition: {
        type: 'SyncError',
        message: `Failed last sync attempt to [${revision}]: ${stringAt(last, 'message') ?? ''}`,
      },
    };
  }
  if (wasAttempted && !app.automated.selfHeal) return {};
  const attempts = at(last, 'operation', 'sync', 'autoHealAttemptsCount');
  const healing = wasAttempted
    ? {
        resources: drifting.map(({ key }) => withoutNamespace(wireKey(key))),
        autoHealAttemptsCount: (typeof attempts === 'number' ? attempts : 0) + 1,
      }
    : {};
  return {
    operation: {
      sync: {
        revision,
        ...(app.automated.prune ? { prune: true } : {}),
        ...(app.syncOptions.length === 0 ? {} : { syncOptions: app.syncOptions }),
        ...healing,
      },
      initiatedBy: { automated: true },
      retry: { limit: 5 },
    },
  };
}

function withoutNamespace({ namespace: _, ...rest }: Record<string, string>): Json {
  return rest;
}

const MAX_DELAY_MS = 300_000;

/** Self-heal backs off: 2 s, 6 s, 18 s … up to 5 min after the last attempt. Milliseconds left to wait. */
export function healDelay(operation: JsonObject, object: Manifest, now: Date): number {
  const attempt = at(operation, 'sync', 'autoHealAttemptsCount');
  const finished = stringAt(object, 'status', 'operationState', 'finishedAt');
  if (typeof attempt !== 'number' || attempt < 2 || finished === undefined) return 0;
  return Math.min(2000 * 3 ** (attempt - 2), MAX_DELAY_MS) - (now.getTime() - Date.parse(finished));
}
