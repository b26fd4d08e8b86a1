import { isArgoCd } from '../../diff/writers.ts';
import { listAt, type Manifest, stringAt } from '../../model/json.ts';
import { formatPointer } from '../../model/pointer.ts';
import { isPatched } from '../plan/merge-patch.ts';
import { objectDigest } from '../plan/object-digest.ts';
import type { Step } from '../plan/plan.ts';
import { reapplyPatch } from '../plan/reapply-patch.ts';
import { BINDING_ANNOTATIONS } from '../plan/restorable.ts';

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

const NEW_ON_RESTORE = [
  '/metadata/uid',
  '/metadata/creationTimestamp',
  '/metadata/ownerReferences',
  ...BINDING_ANNOTATIONS.map((key) => formatPointer(['metadata', 'annotations', key])),
];

/**
 * The same question before an undo. `saved`: the object in the bundle, for what is created anew or put back from it.
 * `since`: when the bundle was made.
 */
export function answerUndoGuard(
  step: Pick<Step, 'guard' | 'undo' | 'patch'>,
  live: Manifest | undefined,
  saved: Manifest | undefined,
  { since }: { readonly since?: string } = {},
): GuardAnswer {
  const { guard, undo, patch } = step;
  if (undo.how === 'reapply') return answerReapply(step, live, saved, since);
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

/** What a sync made of the object is known to nobody beforehand: it is ours to overwrite unless somebody else wrote it since. */
function answerReapply(
  { guard }: Pick<Step, 'guard'>,
  live: Manifest | undefined,
  saved: Manifest | undefined,
  since = '',
): GuardAnswer {
  if (live === undefined) return 'gone';
  if (saved === undefined || stringAt(live, 'metadata', 'uid') !== guard.uid) return 'changed';
  if (reapplyPatch(saved, live, guard.mutated) === undefined) return 'already';
  return isWrittenByOthers(live, since) ? 'changed' : 'match';
}

/** Kubernetes' own controllers answer to what was written; they do not disagree with it. */
const ANSWERS = new Set(['kube-controller-manager', 'plumbline']);

function isWrittenByOthers(live: Manifest, since: string): boolean {
  return listAt(live, 'metadata', 'managedFields').some((entry) => {
    const [manager = '', time = ''] = [stringAt(entry, 'manager'), stringAt(entry, 'time')];
    const isAnswer = stringAt(entry, 'subresource') !== undefined || ANSWERS.has(manager);
    return !isAnswer && !isArgoCd(manager) && since !== '' && Date.parse(time) > Date.parse(since);
  });
}
