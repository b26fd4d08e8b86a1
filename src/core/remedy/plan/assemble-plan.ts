import { blastRadiusOf } from './blast-radius.ts';
import type { Plan, PlanFrame } from './plan.ts';
import { planHash } from './plan-hash.ts';
import { highestTier } from './tier.ts';

export type PlanParts = Pick<Plan, 'kind' | 'steps' | 'excluded' | 'after'>;

/** Undefined: nothing is left to do, so there is nothing to approve. */
export function assemblePlan(frame: PlanFrame, parts: PlanParts): Plan | undefined {
  if (parts.steps.length === 0) return undefined;
  const { id, instance, app, project, environment, expiresAt, plannedAt, destination, affected } = frame;
  const plan = {
    id,
    instance,
    app,
    project,
    environment,
    expiresAt,
    plannedAt,
    destination,
    affected,
    ...parts,
    tier: highestTier(parts.steps),
    blastRadius: blastRadiusOf(parts.steps, affected),
  };
  return { ...plan, hash: planHash(plan) };
}
