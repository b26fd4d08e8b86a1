import type { Run } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';

/** Undefined: there is nothing to restore. Counted from when the run ended. */
export function restorableUntil(run: Run, events: readonly RunEvent[], restoreForMs: number): Date | undefined {
  const isOver = run.status === 'verified' || run.status === 'failed';
  const isUndoable = run.steps.some(({ attempted }, index) => attempted && run.plan.steps[index]?.undo.how !== 'none');
  const last = events.at(-1);
  return isOver && isUndoable && last !== undefined ? new Date(Date.parse(last.at) + restoreForMs) : undefined;
}
