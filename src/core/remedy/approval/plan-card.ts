import { defined } from '../../model/defined.ts';
import { approversNeeded, mayBeApprovedByRequester } from '../../policy/decide.ts';
import type { Policy } from '../../policy/policy.ts';
import { hasBreakGlass, NOBODY, type Who, whoMay } from '../../policy/scope.ts';
import { type FieldWrite, writesOfPatch } from '../plan/field-writes.ts';
import type { Plan, Step, Undo } from '../plan/plan.ts';
import { restorableUntil } from '../restore/bundle.ts';
import { type Run, runFrom } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';
import { type Approval, type ApprovalEvent, type ApprovalState, approvalFrom } from './approval.ts';
import { reviewDueAt } from './tending.ts';

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
  /** Of a break-glass run: until when somebody else has to review it; absent: nobody has to, or somebody has. */
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
type UndoOutline = Exclude<Undo, { readonly how: 'patch' }> | { readonly how: 'patch' };

export type CardPhase = ApprovalState | 'restoring';

/** How far a plan is. What its run says is newer than what its approval knows. */
export function phaseOf({ approval, run }: Pick<PlanCard, 'approval' | 'run'>): CardPhase {
  if (run === undefined || run.status === 'running') return approval.state;
  return run.status;
}

export interface CardFacts {
  readonly policy: Policy;
  readonly now: Date;
  readonly restoreForMs: number;
  readonly reviewWithinMs: number;
  /** What a person types to apply the bundle of such a plan by hand; undefined: there is no way. */
  readonly bundleCommand: (plan: Plan, bundleId: string) => string | undefined;
}

export function makePlanCard(
  record: { readonly plan: Plan; readonly approval: readonly ApprovalEvent[]; readonly run: readonly RunEvent[] },
  { policy, now, restoreForMs, reviewWithinMs, bundleCommand }: CardFacts,
): PlanCard {
  const { plan, ...approval } = approvalFrom(record.plan, record.approval);
  const { plan: _, ...run } = runFrom(record.plan, record.run);
  const isAsked = approval.state === 'requested';
  const until = restorableUntil({ ...run, plan }, record.run, restoreForMs);
  const reviewDue = reviewDueAt(approval, reviewWithinMs);
  const command = run.bundleId === undefined ? undefined : bundleCommand(plan, run.bundleId);
  return {
    plan: outlineOf(plan),
    approval,
    missing: isAsked ? Math.max(0, approversNeeded(plan.tier) - approval.decisions.length) : 0,
    who: isAsked ? whoMay(policy, 'approve', plan, spentVoices({ ...approval, plan })) : NOBODY,
    hasBreakGlass: isAsked && hasBreakGlass(policy, plan),
    ...defined({
      run: record.run.length === 0 ? undefined : run,
      restorableUntil: until !== undefined && now < until ? until.toISOString() : undefined,
      reviewDue,
      bundleCommand: command,
    }),
  };
}

/** Who cannot approve it (any more): those who did and, from tier 2, who asked. */
function spentVoices({ plan, requestedBy, decisions }: Approval): readonly string[] {
  return [...decisions.map(({ by }) => by), ...(mayBeApprovedByRequester(plan.tier) ? [] : [requestedBy])];
}

function outlineOf(plan: Plan): PlanOutline {
  return {
    ...plan,
    steps: plan.steps.map((step) => outlineOfStep(step)),
  };
}

function outlineOfStep(step: Step): StepOutline {
  const { verb, target, tier, usedBy, effects, undo, historyId, writes = writesOfPatch(step) } = step;
  return {
    verb,
    target,
    tier,
    usedBy,
    effects,
    undo: undo.how === 'patch' ? { how: undo.how } : undo,
    writes,
    ...defined({ historyId }),
  };
}
