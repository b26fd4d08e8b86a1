import { defined } from '../../model/defined.ts';
import { approversNeeded, mayBeApprovedByRequester } from '../../policy/decide.ts';
import type { Policy } from '../../policy/policy.ts';
import { hasBreakGlass, NOBODY, whoMay } from '../../policy/scope.ts';
import { writesOfPatch } from '../plan/field-writes.ts';
import type { Plan, Step } from '../plan/plan.ts';
import { restorableUntil } from '../restore/restorable-until.ts';
import { runFrom } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';
import { afterReviewDue } from './after-review.ts';
import { type Approval, type ApprovalEvent, approvalFrom } from './approval.ts';
import type { PlanCard, PlanOutline, StepOutline } from './plan-card.ts';

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
  const reviewDue = afterReviewDue(approval, reviewWithinMs);
  const command = run.bundleId === undefined ? undefined : bundleCommand(plan, run.bundleId);
  return {
    plan: outlineOf(plan),
    approval,
    missing: isAsked ? Math.max(0, approversNeeded(plan.tier) - approval.decisions.length) : 0,
    who: isAsked ? whoMay(policy, 'approve', plan, spentVoices({ ...approval, plan })) : NOBODY,
    hasBreakGlass: isAsked && hasBreakGlass(policy, plan),
    ...(record.run.length === 0 ? {} : { run }),
    ...(until === undefined || now >= until ? {} : { restorableUntil: until.toISOString() }),
    ...defined({ reviewDue, bundleCommand: command }),
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
