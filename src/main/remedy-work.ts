import { hash } from 'node:crypto';
import type { Memory } from '../adapters/redis/client.ts';
import { appKey } from '../core/model/app-key.ts';
import { describeFreeze, freezeAt } from '../core/policy/freeze.ts';
import type { ListedApp } from '../core/scan/listed-app.ts';
import type { SharedResource } from '../core/scan/ownership.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { makeInspectApp } from '../flows/inspect-app.ts';
import { type ExecutePlan, makeExecutePlan } from '../flows/remedy/execute-plan.ts';
import { makeOfferPlans, type OfferPlans } from '../flows/remedy/offer-plans.ts';
import { makeTendPlans, type TendPlans } from '../flows/remedy/tend-plans.ts';
import type { LookAgain } from '../flows/scan/look-again.ts';
import type { Directory } from '../ports/directory.ts';
import { newPlanId, type PlanParts, planPartsOf } from './desk-parts.ts';
import type { ServiceParts } from './service.ts';

export interface RemedyWork {
  readonly plan: (instance: string, ...args: Parameters<OfferPlans>) => Promise<void>;
  readonly run: (instance: string, ...args: Parameters<ExecutePlan>) => Promise<void>;
  readonly tendPlans: TendPlans;
}

export interface RemedyWorkDeps {
  readonly memory: Memory;
  readonly directory: Directory;
  readonly lookAgain: (instance: string) => LookAgain;
}

/** What workers do about plans: they hold the credential that writes. */
export function remedyWorkOf(parts: ServiceParts, deps: RemedyWorkDeps): RemedyWork {
  const { config, instances, clock, queue, log } = parts;
  const planParts = planPartsOf(parts, deps.memory);
  const byName = new Map(instances.map((instance) => [instance.name, remedyOf(instance, parts, deps, planParts)]));
  const named = (name: string): ReturnType<typeof remedyOf> => {
    const remedy = byName.get(name);
    if (!remedy) throw new TypeError(`no instance ${name}`);
    return remedy;
  };
  const { approvals } = config.policy;
  return {
    plan: async (instance, ...args) => void (await named(instance).offerPlans(...args)),
    run: (instance, ...args) => named(instance).executePlan(...args),
    tendPlans: makeTendPlans({
      ...planParts,
      queue,
      clock,
      log,
      remindAfterMs: approvals.remindAfter,
    }),
  };
}

function remedyOf(
  instance: ConnectedInstance,
  { config, clock, pace, log, scanPartsOf, explainApp }: ServiceParts,
  { memory, directory, lookAgain }: RemedyWorkDeps,
  planParts: PlanParts,
) {
  const { policy, instances } = config;
  const { argocd, name } = instance;
  const { observeApp } = scanPartsOf(instance);
  const token = instances.find((configured) => configured.name === name)?.remediation.argocdToken ?? '';
  const digestKey = hash('sha256', `plumbline digests of ${name} ${token}`);
  return {
    offerPlans: makeOfferPlans({
      instance,
      inspectApp: makeInspectApp({ argocd, observeApp, explainApp, sharedBy: rememberedShared(name, memory) }),
      plans: memory.plans,
      clock,
      newId: newPlanId,
      expireAfterMs: policy.approvals.expireAfter,
      environmentLabel: policy.environmentLabel,
      digestKey,
    }),
    executePlan: makeExecutePlan({
      ...planParts,
      instance,
      digestKey,
      locks: memory.locks,
      directory,
      log,
      frozenBy: (where, project, now) => describeFreeze(freezeAt(policy.freezes, { instance: where, project }, now)),
      countFindings: async (ref, signal) => {
        await lookAgain(name)(name, { ref }, { signal });
        const [record] = await memory.apps.records(name, [appKey(ref)]);
        return record?.findings.length ?? 0;
      },
      pace,
    }),
  };
}

/** Which resources other apps list as theirs too, by the last scan: one app alone cannot tell. */
function rememberedShared(instance: string, { apps }: Memory) {
  return async ({ ref }: ListedApp): Promise<readonly SharedResource[] | undefined> => {
    const [record] = await apps.records(instance, [appKey(ref)]);
    return record?.shared;
  };
}
