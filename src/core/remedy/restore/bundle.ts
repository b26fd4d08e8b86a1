import type { Manifest } from '../../model/json.ts';
import type { AppRef } from '../../model/observation.ts';
import { objectDigest } from '../plan/digest.ts';
import type { Plan } from '../plan/plan.ts';
import type { Run } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';

/** Everything a run may change, as it was before the first step. Unmasked: it never leaves the cluster but to its memory. */
export interface Bundle {
  /** The run's id, which is the plan's. */
  readonly id: string;
  readonly at: string;
  readonly app: AppRef;
  /** The whole plan, so that a restore needs nothing but this. */
  readonly plan: Plan;
  /** One per step, in the plan's order; null: the object did not exist. As read: server-set fields are still in it. */
  readonly objects: readonly (Manifest | null)[];
}

/** Whether both hold the same objects for the same plan; read at another moment, they differ in what moves by itself. */
export function isSameBundle(one: Bundle, other: Bundle): boolean {
  return (
    one.id === other.id &&
    one.plan.hash === other.plan.hash &&
    one.objects.length === other.objects.length &&
    one.objects.every((object, index) => {
      const twin = other.objects[index] ?? null;
      const mutated = one.plan.steps[index]?.guard.mutated ?? [];
      if (object === null || twin === null) return object === twin;
      return objectDigest(object, mutated) === objectDigest(twin, mutated);
    })
  );
}

/** Undefined: there is nothing to restore. Counted from when the run ended. */
export function restorableUntil(run: Run, events: readonly RunEvent[], restoreForMs: number): Date | undefined {
  const isOver = run.status === 'verified' || run.status === 'failed';
  const isUndoable = run.steps.some(({ attempted }, index) => attempted && run.plan.steps[index]?.undo.how !== 'none');
  const last = events.at(-1);
  return isOver && isUndoable && last !== undefined ? new Date(Date.parse(last.at) + restoreForMs) : undefined;
}
