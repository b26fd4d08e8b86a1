import { type Manifest, stringAt } from '../model/json.ts';
import { isPatched } from './merge-patch.ts';
import { objectDigest } from './object-digest.ts';
import type { Step } from './plan.ts';

/**
 * match: as approved, act. already: as wanted, a crash or somebody else did it. changed: not what was approved.
 * gone: it does not exist, which is what a delete wants.
 */
export type GuardAnswer = 'match' | 'already' | 'changed' | 'gone';

/**
 * For steps on one object: a delete, or a patch by whatever verb. `wasAttempted`: an earlier try may have had its
 * effect without a record of it.
 */
export function answerGuard(
  { verb, guard, patch }: Pick<Step, 'verb' | 'guard' | 'patch'>,
  live: Manifest | undefined,
  { wasAttempted }: { readonly wasAttempted: boolean },
): GuardAnswer {
  if (live === undefined) return 'gone';
  const isDelete = verb === 'delete';
  // the one that was approved went, and somebody made another of its name
  if (stringAt(live, 'metadata', 'uid') !== guard.uid) return isDelete && wasAttempted ? 'gone' : 'changed';
  if (isDelete && stringAt(live, 'metadata', 'deletionTimestamp') !== undefined) return 'already';
  if (patch !== undefined && isPatched(live, patch)) return 'already';
  return objectDigest(live, guard.mutated) === guard.digest ? 'match' : 'changed';
}

const NEW_ON_RESTORE = ['/metadata/uid', '/metadata/creationTimestamp', '/metadata/ownerReferences'];

/** The same question before an undo. `saved`: the object in the bundle, for what has to be created anew. */
export function answerUndoGuard(
  { guard, undo, patch }: Pick<Step, 'guard' | 'undo' | 'patch'>,
  live: Manifest | undefined,
  saved: Manifest | undefined,
): GuardAnswer {
  if (undo.how === 'patch') {
    if (live === undefined) return 'gone';
    if (stringAt(live, 'metadata', 'uid') !== guard.uid) return 'changed';
    if (isPatched(live, undo.patch)) return 'already';
    return patch !== undefined && isPatched(live, patch) ? 'match' : 'changed';
  }
  if (live === undefined) return 'match';
  if (stringAt(live, 'metadata', 'uid') === guard.uid) return 'already';
  if (saved === undefined) return 'changed';
  const leftOut = [...NEW_ON_RESTORE, ...guard.mutated];
  return objectDigest(live, leftOut) === objectDigest(saved, leftOut) ? 'already' : 'changed';
}
