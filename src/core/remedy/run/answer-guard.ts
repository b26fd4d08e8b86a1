import { type Manifest, stringAt } from '../../model/json.ts';
import { objectDigest } from '../plan/digest.ts';
import { isPatched } from '../plan/merge-patch.ts';
import type { Step } from '../plan/plan.ts';

/**
 * match: as approved, act. already: as wanted, a crash or somebody else did it. changed: not what was approved.
 * gone: it does not exist, which is what a delete wants.
 */
export type GuardAnswer = 'match' | 'already' | 'changed' | 'gone';

export interface Asked {
  /** An earlier try may have had its effect without a record of it. */
  readonly wasAttempted: boolean;
  /** The key that the plan's digests were made with. */
  readonly digestKey?: string;
}

/** For steps on one object: a delete, or a patch by whatever verb. */
export function answerGuard(
  { verb, guard, patch }: Pick<Step, 'verb' | 'guard' | 'patch'>,
  live: Manifest | undefined,
  { wasAttempted, digestKey }: Asked,
): GuardAnswer {
  if (live === undefined) return 'gone';
  const isDelete = verb === 'delete';
  // the one that was approved went, and somebody made another of its name
  if (stringAt(live, 'metadata', 'uid') !== guard.uid) return isDelete && wasAttempted ? 'gone' : 'changed';
  if (isDelete && stringAt(live, 'metadata', 'deletionTimestamp') !== undefined) return 'already';
  if (patch !== undefined && isPatched(live, patch)) return 'already';
  return objectDigest(live, guard.mutated, digestKey) === guard.digest ? 'match' : 'changed';
}
