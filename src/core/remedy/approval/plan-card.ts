import type { Who } from '../../policy/scope.ts';
import type { FieldWrite } from '../plan/field-writes.ts';
import type { Plan, Undo } from '../plan/plan.ts';
import type { Run } from '../run/run.ts';
import type { Approval } from './approval.ts';

/**
 * A plan as people see it in its channel: what shall happen, who decided, how far it is, what came of it. JSON, and without
 * anything from inside an object: patches and digests stay in the store.
 */
export interface PlanCard {
  readonly plan: PlanOutline;
  readonly approval: Omit<Approval, 'plan'>;
  /** How many still have to approve. */
  readonly missing: number;
  /** Who can; nobody once it is decided. */
  readonly who: Who;
  /** Whether somebody holds a break-glass role for it. */
  readonly hasBreakGlass: boolean;
  /** Absent: it did not start. */
  readonly run?: Omit<Run, 'plan'>;
  /** Absent: nothing to restore, or too late. */
  readonly restorableUntil?: string;
  /** Of a break-glass run: until when somebody else has to look at it; absent: nobody has to, or somebody has. */
  readonly reviewDue?: string;
  /** What a person types to apply the bundle by hand; absent: there is none. */
  readonly bundleCommand?: string;
}

export type PlanOutline = Omit<Plan, 'steps'> & { readonly steps: readonly StepOutline[] };

export type StepOutline = Pick<
  Plan['steps'][number],
  'verb' | 'target' | 'tier' | 'usedBy' | 'effects' | 'historyId'
> & {
  readonly undo: UndoOutline;
  /** The fields it sets or removes, the first of them. */
  readonly writes: readonly FieldWrite[];
};

/** How it is undone, without the values. */
export type UndoOutline = Exclude<Undo, { readonly how: 'patch' }> | { readonly how: 'patch' };
