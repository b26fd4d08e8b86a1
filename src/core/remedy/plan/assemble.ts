import { hash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import { defined } from '../../model/defined.ts';
import { blastRadiusOf } from './blast-radius.ts';
import type { Plan, PlanFrame, Step } from './plan.ts';
import { highestTier } from './tier.ts';

export type PlanParts = Pick<Plan, 'kind' | 'steps' | 'excluded' | 'after'>;

/** Undefined: nothing is left to do, so there is nothing to approve. */
export function assemblePlan(frame: PlanFrame, parts: PlanParts): Plan | undefined {
  if (parts.steps.length === 0) return undefined;
  const { id, instance, app, project, environment, expiresAt, plannedAt, destination, affected, held } = frame;
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
    ...defined({ held }),
    ...parts,
    tier: highestTier(parts.steps),
    blastRadius: blastRadiusOf(parts.steps, affected),
  };
  return { ...plan, hash: planHash(plan) };
}

/**
 * What an approval binds to: what will be done, to which objects, as they were. Words, expiry and what was left out
 * are not part of it: they do not run. Not shortened, because whoever writes objects could otherwise search for a twin.
 */
export function planHash(
  plan: Pick<Plan, 'id' | 'instance' | 'app' | 'project' | 'environment' | 'destination' | 'kind' | 'steps' | 'after'>,
): string {
  const { id, instance, app, project, environment, destination, kind, steps, after } = plan;
  return hash(
    'sha256',
    canonicalJson({
      id,
      instance,
      app,
      project,
      environment,
      destination,
      kind,
      after,
      steps: steps.map(withoutWords),
    }),
  );
}

function withoutWords({ effects: _effects, writes: _writes, ...bound }: Step): Omit<Step, 'effects' | 'writes'> {
  return bound;
}
