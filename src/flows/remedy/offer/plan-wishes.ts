import type { Finding } from '../../../core/model/finding.ts';
import { isSame, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { Excluded, Offer, OfferedPlan, Plan, PlanFrame } from '../../../core/remedy/plan/plan.ts';
import type { Planned } from '../../../core/remedy/plan/planner.ts';
import { splitPlan } from '../../../core/remedy/plan/split.ts';
import { type Wish, wishesFor } from '../../../core/remedy/plan/wishes.ts';
import type { Inspected } from '../../inspect-app.ts';
import type { OfferDeps } from '../offer-plans.ts';
import { makeDraftPlans } from './draft-plans.ts';
import { readHolds } from './read-holds.ts';
import { makeObjectReader } from './read-objects.ts';
import { readSurroundings } from './read-surroundings.ts';
import { makeRehearse } from './rehearse.ts';

type Found = Pick<Offer, 'plans' | 'excluded' | 'notes'>;

/** Which plans the findings call for, each read, proven and rehearsed. */
export function makePlanWishes(deps: OfferDeps) {
  const { instance, clock, newId, expireAfterMs, environmentLabel } = deps;

  return async ({ observation, findings }: Inspected, signal: AbortSignal): Promise<Found> => {
    const { app } = observation;
    const now = clock.now();
    const { wishes, notes } = wishesFor(findings, app, now);
    const { environment, affectedOf } = await readSurroundings(
      instance,
      app,
      wishes.map(targetsOf),
      environmentLabel,
      signal,
    );
    const holds = wishes.length === 0 ? undefined : await readHolds(deps, app, signal);
    const read = makeObjectReader({ instance, observation, findings, signal });
    const draftPlans = makeDraftPlans({ read, observation, digestKey: deps.digestKey });
    const rehearse = makeRehearse({ instance, app, signal });
    const frameFor = (wish: Wish): PlanFrame => ({
      ...heldBy(holds?.of(wish.kind) ?? []),
      id: newId(),
      instance: instance.name,
      app: { ...app.ref, server: instance.name },
      project: app.project,
      environment,
      plannedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + expireAfterMs).toISOString(),
      destination: app.destination,
      affected: affectedOf(wishes.indexOf(wish)),
    });
    const drafted: Planned[] = [];
    const asides: string[] = [];
    for (const wish of wishes) {
      const made = await rehearse((refused) => draftPlans(wish, () => frameFor(wish), refused));
      const isOfTheApp = wish.kind === 'rollback';
      drafted.push(...made.map(({ plan, excluded }) => ({ plan, excluded: isOfTheApp ? [] : excluded })));
      if (isOfTheApp) asides.push(...made.flatMap(rollbackAside));
    }
    const plans = drafted.flatMap(({ plan }) => (plan === undefined ? [] : offered(plan)));
    return {
      plans,
      excluded: leftOut(drafted, plans),
      notes: [
        ...notes,
        ...asides,
        ...(holds?.notes ?? []),
        ...observation.notObserved.map((says) => `couldn’t check: ${says}`),
      ],
    };
  };

  /** Only deletes come apart: a rollback without its suspended auto-sync is none. */
  function offered(plan: Plan): readonly OfferedPlan[] {
    const isDelete = plan.kind === 'delete-zombies' || plan.kind === 'delete-hooks';
    const split = isDelete ? splitPlan(plan, { lower: newId(), rest: newId() }) : undefined;
    const parts = split === undefined ? [] : [split.lower, split.rest];
    return [{ plan }, ...parts.map((part) => ({ plan: part, partOf: plan.id }))];
  }
}

function heldBy(holds: readonly string[]): Pick<PlanFrame, 'held'> {
  return holds.length === 0 ? {} : { held: holds };
}

function targetsOf({ findings }: Wish): readonly ResourceRef[] {
  return findings.flatMap(({ resource }: Finding) => (resource === undefined ? [] : [resource]));
}

/** About the app rather than about one of its objects. */
function rollbackAside({ excluded }: Planned): readonly string[] {
  return excluded.map(({ because }) => `no rollback: ${because}`);
}

/** Once each, and not what another plan takes. */
function leftOut(drafted: readonly Planned[], plans: readonly OfferedPlan[]): readonly Excluded[] {
  const all = drafted.flatMap(({ excluded }) => excluded);
  const taken = plans.flatMap(({ plan }) => plan.steps.map(({ target }) => target));
  return all.filter(
    ({ target, because }, index) =>
      !taken.some((other) => isSame(other, target)) &&
      all.findIndex((other) => isSame(other.target, target) && other.because === because) === index,
  );
}
