import { defined } from '../../core/model/defined.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Log } from '../../ports/log.ts';
import type { PlanMemory } from '../../ports/plans.ts';
import { APP_LOCK_MS, appLock } from './app-lock.ts';
import type { AuditPlan } from './audit-plan.ts';
import type { PublishPlan } from './publish-plan.ts';
import { carryOut } from './run/carry-out.ts';
import { makeDrivers } from './run/drivers/registry.ts';
import { makePerform } from './run/perform.ts';
import type { CountFindings } from './run/prove.ts';
import { makeRecheck } from './run/recheck.ts';
import { makeRecheckPolicy, type PolicyDeps } from './run/recheck-policy.ts';
import type { Site } from './run/site.ts';
import { makeUndo } from './run/undo.ts';

/**
 * Carries out what the plan's events say should be done: starts it once it is approved, goes on where another process
 * stopped, restores it when that was asked for. Between an effect and its record nothing comes but a crash, and then the
 * guard recognises the effect.
 * @throws UnavailableError: worth another try, which goes on from the record; 'lock.busy': another plan of the app runs
 */
export type ExecutePlan = (planId: string, options: { readonly signal: AbortSignal }) => Promise<void>;

/** Of one instance: plans of others are not touched. */
export interface ExecuteDeps extends Site, PolicyDeps {
  readonly plans: PlanMemory;
  readonly locks: Locks;
  readonly auditPlan: AuditPlan;
  readonly publishPlan: PublishPlan;
  readonly countFindings: CountFindings;
  readonly clock: Clock;
  readonly log: Log;
}

export function makeExecutePlan(deps: ExecuteDeps): ExecutePlan {
  const { instance, pace, digestKey, plans, locks } = deps;
  const site: Site = { instance, pace, ...defined({ digestKey }) };
  const drivers = makeDrivers(site);
  const recheck = makeRecheck({ ...deps, site, drivers, recheckPolicy: makeRecheckPolicy(deps) });
  const perform = makePerform({ ...deps, site, drivers, recheck, undo: makeUndo(site) });
  return async (planId, { signal }) => {
    const record = await plans.find(planId);
    if (record === undefined || record.plan.instance !== instance.name) return;
    await locks.withLock(appLock(record.plan), APP_LOCK_MS, (isOurs) =>
      carryOut({ ...deps, perform }, planId, AbortSignal.any([signal, isOurs])),
    );
  };
}
