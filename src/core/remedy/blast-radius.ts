import { kindAndName } from '../model/resource-ref.ts';
import { count } from '../words/count.ts';
import type { Step } from './plan.ts';

/** What the steps do to the world around them, for whoever approves. */
export function blastRadiusOf(steps: readonly Step[]): readonly string[] {
  const deletes = steps.filter(({ verb }) => verb === 'delete').length;
  return [
    ...(deletes === 0 ? [] : [`${count(deletes, 'object')} deleted, one at a time; nothing that stays refers to them`]),
    ...new Set(steps.flatMap(({ effects }) => effects)),
    ...steps.flatMap(({ target, undo }) =>
      undo.how === 'none' ? [`${kindAndName(target)} cannot be restored: ${undo.because}`] : [],
    ),
  ];
}
