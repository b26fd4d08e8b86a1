import { defined } from '../../model/defined.ts';
import { isSame } from '../../model/resource-ref.ts';
import { assemblePlan } from './assemble.ts';
import type { Plan, Step } from './plan.ts';

export interface SplitPlan {
  /** Needs fewer approvals, and may run by itself. */
  readonly lower: Plan;
  readonly rest: Plan;
}

/**
 * Splits off what is below the plan's tier. What a higher step's object refers to stays with that step, whatever its
 * own tier: it cannot go first. Undefined: there is nothing to split.
 */
export function splitPlan(plan: Plan, ids: { readonly lower: string; readonly rest: string }): SplitPlan | undefined {
  const lowerSteps = withoutHigher(plan);
  const restSteps = plan.steps.filter((step) => !lowerSteps.includes(step));
  const { kind, excluded } = plan;
  const follows = restSteps.some(({ usedBy }) =>
    usedBy.some((ref) => lowerSteps.some(({ target }) => isSame(target, ref))),
  );
  const shared = { kind, excluded };
  const lower = assemblePlan(
    { ...plan, id: ids.lower },
    { ...shared, ...defined({ after: plan.after }), steps: lowerSteps },
  );
  const rest = assemblePlan(
    { ...plan, id: ids.rest },
    { ...shared, ...defined({ after: follows ? ids.lower : plan.after }), steps: restSteps },
  );
  return lower && rest ? { lower, rest } : undefined;
}

/** Steps run in order, so that each one's users were decided upon before it. */
function withoutHigher({ steps, tier }: Plan): readonly Step[] {
  const higher: Step[] = [];
  for (const step of steps) {
    const isHeld = step.usedBy.some((ref) => higher.some(({ target }) => isSame(target, ref)));
    if (step.tier === tier || isHeld) higher.push(step);
  }
  return steps.filter((step) => !higher.includes(step));
}
