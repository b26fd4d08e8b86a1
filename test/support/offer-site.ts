import { randomBytes } from 'node:crypto';
import { makeJq } from '../../src/adapters/jq/client.ts';
import type { Memory } from '../../src/adapters/redis/client.ts';
import { appKey } from '../../src/core/model/app-key.ts';
import type { Offer } from '../../src/core/remedy/plan/plan.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeInspectApp } from '../../src/flows/inspect-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeOfferPlans, type OfferDeps } from '../../src/flows/remedy/offer-plans.ts';
import { makeListFleet, sharedIn } from '../../src/flows/scan/list-fleet.ts';

export const newId = (): string => randomBytes(8).toString('hex');

/** What is on offer now for an app in Argo CD's own namespace, by the parts that ship. */
export function offerOf(
  instance: ConnectedInstance,
  { plans }: Pick<Memory, 'plans'>,
  digestKey: string,
  frozenBy: OfferDeps['frozenBy'] = () => undefined,
): (name: string) => Promise<Offer> {
  const { argocd, clusterFor } = instance;
  const clock = { now: () => new Date() };
  const offerPlans = makeOfferPlans({
    instance,
    inspectApp: makeInspectApp({
      argocd,
      observeApp: makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs: 3_600_000 }),
      explainApp: makeExplainApp({ jq: makeJq() }),
      sharedBy: async ({ ref }, options) => sharedIn(await makeListFleet(instance)({}, options), appKey(ref)),
    }),
    plans,
    clock,
    frozenBy,
    newId,
    expireAfterMs: 3_600_000,
    environmentLabel: 'environment',
    digestKey,
  });
  return (name) => offerPlans({ ref: { server: '', namespace: 'argocd', name } }, newId(), {});
}
