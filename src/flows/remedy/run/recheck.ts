import { describeBlock } from '../../../core/drift/windows.ts';
import { appKey } from '../../../core/model/app-key.ts';
import { defined } from '../../../core/model/defined.ts';
import { BotError, StaleError, UnavailableError } from '../../../core/model/errors.ts';
import { kindAndName } from '../../../core/model/resource-ref.ts';
import { type Approval, approvalFrom } from '../../../core/remedy/approval/approval.ts';
import { rivalOf } from '../../../core/remedy/approval/rival.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import type { AppHealth } from '../../../core/remedy/run/health.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PlanMemory } from '../../../ports/plans.ts';
import { readHealth } from './affected-health.ts';
import type { StepAt } from './drivers/driver.ts';
import type { Drivers } from './drivers/registry.ts';
import { newUserOf } from './new-user.ts';
import { busyWith } from './operation.ts';
import type { RecheckPolicy } from './recheck-policy.ts';
import { refusalOf, withoutStop } from './refusal.ts';
import { appOf, bundlesOf, type Site } from './site.ts';

export interface RecheckDeps {
  readonly site: Site;
  readonly drivers: Drivers;
  readonly plans: Pick<PlanMemory, 'find' | 'requestsOf'>;
  readonly recheckPolicy: RecheckPolicy;
  readonly clock: Clock;
}

/** `because`: what is no longer as it was when the plan was approved; `health`: of the affected apps, before the first step. */
type RecheckAll = (
  approval: Approval,
  signal: AbortSignal,
) => Promise<{ readonly because: string } | { readonly health: readonly AppHealth[] }>;

/** Why it may not be done any more; undefined: it may. */
type Reauthorize = (approval: Approval, signal: AbortSignal) => Promise<string | undefined>;

export interface Recheck {
  /** Everything is read again, right before the first step. The first thing that is not as approved ends it. */
  readonly all: RecheckAll;
  /** Before the next step of a run that another process began: policy, freeze, sync window and expiry, as they are now. */
  readonly authority: Reauthorize;
}

export function makeRecheck({ site, drivers, plans, recheckPolicy, clock }: RecheckDeps): Recheck {
  const { argocd } = site.instance;

  return {
    async all(approval, signal) {
      const { plan } = approval;
      let health: readonly AppHealth[] = [];
      const because = await firstOf([
        () => afterOf(plan),
        () => rivalRunOf(plan),
        () => authorityOf(approval, signal),
        () => operationOf(plan, signal),
        () => stepsOf(plan, signal),
        async () => {
          health = await readHealth(site, plan, { signal, refresh: true });
          return undefined;
        },
      ]);
      return because === undefined ? { health } : { because };
    },
    authority: (approval, signal) => firstOf([() => authorityOf(approval, signal)]),
  };

  async function authorityOf(approval: Approval, signal: AbortSignal): Promise<string | undefined> {
    return (await recheckPolicy(approval)) ?? (await windowOf(approval, signal));
  }

  async function afterOf({ after }: Plan): Promise<string | undefined> {
    if (after === undefined) return undefined;
    const first = await plans.find(after);
    const isVerified = first !== undefined && approvalFrom(first.plan, first.approval).state === 'verified';
    return isVerified ? undefined : `the plan that has to run first (${after}) is not verified`;
  }

  /** A run that a killed worker left half-way has not released its objects, though nobody holds the lock of its app. */
  async function rivalRunOf(plan: Plan): Promise<string | undefined> {
    const { records } = await plans.requestsOf(plan.instance, appKey(plan.app));
    const rival = rivalOf(
      plan,
      records.filter(({ run }) => run.length > 0),
    );
    return rival && `plan ${rival.planId} changes ${rival.shared} too, and has not ended`;
  }

  /** Ending a stuck operation is the way out of a closed window. */
  async function windowOf({ plan, emergency }: Approval, signal: AbortSignal): Promise<string | undefined> {
    if (emergency !== undefined || plan.kind === 'terminate') return undefined;
    const { nextOpening, ...windows } = await argocd.windows(appOf(plan), { signal });
    const opening = defined({ nextOpening: nextOpening(clock.now()) });
    return describeBlock({ ...windows, ...opening }, { automated: false });
  }

  async function operationOf(plan: Plan, signal: AbortSignal): Promise<string | undefined> {
    return plan.kind === 'terminate' ? undefined : busyWith(site, plan, signal);
  }

  async function stepsOf(plan: Plan, signal: AbortSignal): Promise<string | undefined> {
    bundlesOf(site);
    for (const [index, step] of plan.steps.entries()) {
      const at = { plan, step, index, signal };
      const because = (await objectOf(at)) ?? (await newUserOf(site, at));
      if (because !== undefined) return because;
    }
    return undefined;
  }

  /** Guard and rehearsal. What goes stale between the two is checked again: a heartbeat is no change. */
  async function objectOf(at: StepAt): Promise<string | undefined> {
    const { verb, target } = at.step;
    for (let tries = 0; tries < 3; tries += 1) {
      const { answer, held } = await drivers[verb].guard(at, { wasAttempted: false, isAhead: true });
      if (answer === 'changed') return `${kindAndName(target)} is not as it was approved`;
      if (answer === 'gone' && verb !== 'delete') return `${kindAndName(target)} is gone`;
      if (answer !== 'match' || held === undefined) return undefined;
      try {
        await drivers[verb].rehearse?.(at, held);
        return undefined;
      } catch (error) {
        if (error instanceof StaleError) continue;
        if (!(error instanceof BotError) || error instanceof UnavailableError) throw error;
        return refusalOf(error, target);
      }
    }
    return `somebody else keeps writing ${kindAndName(target)}`;
  }
}

/** What is refused for good is a reason too. @throws UnavailableError: nobody knows yet */
async function firstOf(questions: readonly (() => Promise<string | undefined>)[]): Promise<string | undefined> {
  try {
    for (const ask of questions) {
      const because = await ask();
      if (because !== undefined) return because;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof BotError) || error instanceof UnavailableError) throw error;
    return withoutStop(error.message);
  }
}
