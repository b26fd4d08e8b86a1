import { newPlanId } from '../adapters/random/plan-id.ts';
import type { Memory } from '../adapters/redis/client.ts';
import { digestKeyOf } from '../config/remediation.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { makeInspectApp } from '../flows/inspect-app.ts';
import { makeCountFindings } from '../flows/remedy/count-findings.ts';
import { type ExecutePlan, makeExecutePlan } from '../flows/remedy/execute-plan.ts';
import { makeOfferPlans, type OfferPlans } from '../flows/remedy/offer-plans.ts';
import { makeTendPlans, type TendPlans } from '../flows/remedy/tend-plans.ts';
import type { LookAgain } from '../flows/scan/look-again.ts';
import { makeRememberedShared } from '../flows/scan/remembered-shared.ts';
import type { Directory } from '../ports/directory.ts';
import { frozenBy, type PlanParts, planPartsOf } from './desk-parts.ts';
import { perInstance } from './per-instance.ts';
import type { ServiceParts } from './service.ts';

export interface RemedyWork {
  readonly offerPlansOf: (instance: string) => OfferPlans;
  readonly executePlanOf: (instance: string) => ExecutePlan;
  readonly tendPlans: TendPlans;
}

export interface RemedyWorkDeps {
  readonly memory: Memory;
  readonly directory: Directory;
  readonly lookAgainOf: (instance: string) => LookAgain;
}

/** What workers do about plans: they hold the credential that writes. */
export function remedyWorkOf(parts: ServiceParts, deps: RemedyWorkDeps): RemedyWork {
  const { config, instances, clock, queue, log } = parts;
  const planParts = planPartsOf(parts, deps.memory);
  const remedyFor = perInstance(instances, (instance) => remedyOf(instance, parts, deps, planParts));
  return {
    offerPlansOf: (instance) => remedyFor(instance).offerPlans,
    executePlanOf: (instance) => remedyFor(instance).executePlan,
    tendPlans: makeTendPlans({
      ...planParts,
      queue,
      clock,
      log,
      remindAfterMs: config.policy.approvals.remindAfter,
    }),
  };
}

function remedyOf(
  instance: ConnectedInstance,
  { config, clock, pace, log, scanPartsOf, explainApp }: ServiceParts,
  { memory: { apps, plans, locks }, directory, lookAgainOf }: RemedyWorkDeps,
  planParts: PlanParts,
) {
  const { policy } = config;
  const { argocd, name } = instance;
  const { observeApp } = scanPartsOf(instance);
  const digestKey = digestKeyOf(config, name);
  return {
    offerPlans: makeOfferPlans({
      instance,
      inspectApp: makeInspectApp({ argocd, observeApp, explainApp, sharedBy: makeRememberedShared(name, apps) }),
      plans,
      clock,
      frozenBy: frozenBy(policy),
      newId: newPlanId,
      expireAfterMs: policy.approvals.expireAfter,
      environmentLabel: policy.environmentLabel,
      digestKey,
    }),
    executePlan: makeExecutePlan({
      ...planParts,
      instance,
      digestKey,
      locks,
      directory,
      log,
      frozenBy: frozenBy(policy),
      countFindings: makeCountFindings(name, { lookAgain: lookAgainOf(name), apps }),
      pace,
    }),
  };
}
