import { isEqual } from '../../model/equal.ts';
import type { Manifest } from '../../model/json.ts';
import type { AppState, Operation } from '../../model/observation.ts';
import { historyDigest, objectDigest, operationDigest } from '../plan/digest.ts';
import type { Step } from '../plan/plan.ts';
import { isInProgress } from '../plan/terminate.ts';
import type { Asked, GuardAnswer } from './answer-guard.ts';

/*
 * Guards of the verbs that Argo CD performs. What they bind to is in no Kubernetes object: a target, an operation, an
 * entry of the history.
 */

/** A selected resource as Argo CD compares it now. */
export interface SyncSubject {
  /** Unmasked (`noMask`): masks say nothing across observations. null: not in Git any more. undefined: not of the app. */
  readonly target: Manifest | null | undefined;
  /** Live and Git agree. */
  readonly isInSync: boolean;
}

/** Bound to what Git renders for this object, whatever else a newer revision brings. */
export function answerSyncGuard(
  { guard }: Pick<Step, 'guard'>,
  { target, isInSync }: SyncSubject,
  { digestKey }: Pick<Asked, 'digestKey'> = {},
): GuardAnswer {
  if (target === null || target === undefined) return 'changed';
  if (objectDigest(target, guard.mutated, digestKey) !== guard.digest) return 'changed';
  return isInSync ? 'already' : 'match';
}

/** Of a terminate: the operation that was approved to end, and no other. */
export function answerTerminateGuard(
  { guard }: Pick<Step, 'guard'>,
  operation: Operation | undefined,
  { wasAttempted }: Pick<Asked, 'wasAttempted'>,
): GuardAnswer {
  if (operation === undefined) return 'already';
  if (operationDigest(operation) !== guard.digest)
    return wasAttempted || !isInProgress(operation) ? 'already' : 'changed';
  return operation.phase === 'Running' ? 'match' : 'already';
}

/** Argo CD refuses to roll back an app that syncs by itself, so auto-sync that is on again is not what was approved. */
export function answerRollbackGuard(
  { guard, historyId }: Pick<Step, 'guard' | 'historyId'>,
  { history = [], autoSync, operation }: Pick<AppState, 'history' | 'autoSync' | 'operation'>,
): GuardAnswer {
  const entry = history.find(({ id }) => id === historyId);
  if (entry === undefined || historyDigest(entry) !== guard.digest) return 'changed';
  const isOnItsWay = isInProgress(operation) && isEqual(operation?.revisions, entry.revisions);
  if (isOnItsWay || isEqual(history.at(-1)?.revisions, entry.revisions)) return 'already';
  return autoSync.enabled || isInProgress(operation) ? 'changed' : 'match';
}
