import { isArgoCd } from '../../diff/writers.ts';
import { listAt, type Manifest, stringAt } from '../../model/json.ts';
import { formatPointer } from '../../model/pointer.ts';
import { objectDigest } from '../plan/digest.ts';
import { isPatched } from '../plan/merge-patch.ts';
import type { Step } from '../plan/plan.ts';
import type { GuardAnswer } from '../run/answer-guard.ts';
import { reapplyPatch } from './reapply-patch.ts';
import { BINDING_ANNOTATIONS } from './restorable.ts';

const NEW_ON_RESTORE = [
  '/metadata/uid',
  '/metadata/creationTimestamp',
  '/metadata/ownerReferences',
  ...BINDING_ANNOTATIONS.map((key) => formatPointer(['metadata', 'annotations', key])),
];

/**
 * The same question before an undo. `saved`: the object in the bundle, for what is created again or put back from it.
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
