import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import { BotError, NotFoundError, UnavailableError } from '../../core/model/errors.ts';
import { rivalOf } from '../../core/remedy/approval/rival.ts';
import type { Offer } from '../../core/remedy/plan/plan.ts';
import type { AppHandle, CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanMemory } from '../../ports/plans.ts';
import type { ConnectedInstance } from '../connected-instance.ts';
import type { InspectApp, Inspected } from '../inspect-app.ts';
import { makePlanWishes } from './offer/plan-wishes.ts';

export interface OfferDeps {
  readonly instance: Pick<ConnectedInstance, 'name' | 'argocd' | 'clusterFor' | 'writing'>;
  readonly inspectApp: InspectApp;
  readonly plans: Pick<PlanMemory, 'saveDraft' | 'saveOffer' | 'requestsOf'>;
  readonly clock: Clock;
  /** Which configured freeze holds for the project, in words; undefined: none. */
  readonly frozenBy: (instance: string, project: string, now: Date) => string | undefined;
  /** Lowercase hex: plans and their bundles are named by it, in Kubernetes too. */
  readonly newId: () => string;
  readonly expireAfterMs: number;
  /** Label of an Application that names its environment. */
  readonly environmentLabel: string;
  /** What digests of Secrets are keyed with: a secret that the store does not hold, the same for all who plan or execute. */
  readonly digestKey: string;
}

/** Looks at the app now and saves what can be done about it, also where that is nothing. */
export type OfferPlans = (app: AppHandle, offerId: string, options: CallOptions) => Promise<Offer>;

type Found = Pick<Offer, 'plans' | 'excluded' | 'notes' | 'failure'>;

const NOTHING: Found = { plans: [], excluded: [], notes: [] };

export function makeOfferPlans(deps: OfferDeps): OfferPlans {
  const { instance, inspectApp, plans, clock } = deps;
  const planWishes = makePlanWishes(deps);

  return async (app, offerId, options) => {
    const at = clock.now().toISOString();
    const { signal = new AbortController().signal } = options;
    const ref = { ...app.ref, server: instance.name };
    const found = await find({ ...app, ref }, signal);
    for (const { plan } of found.plans) await plans.saveDraft(plan);
    const offer: Offer = { id: offerId, instance: instance.name, app: ref, project: app.project ?? '', at, ...found };
    await plans.saveOffer(offer);
    return offer;
  };

  async function find(app: AppHandle, signal: AbortSignal): Promise<Found & { readonly project?: string }> {
    const obstacle = obstacleOf(instance.writing);
    if (obstacle !== undefined) return { ...NOTHING, notes: [obstacle] };
    try {
      const stale = await refresh(app, signal);
      const inspected = await inspect(app, signal);
      const found = await planWishes(inspected, signal);
      const offered = await withRivals(found.plans, app);
      const { project } = inspected.observation.app;
      return { ...found, plans: offered, notes: [...found.notes, ...stale], project };
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      return { ...NOTHING, failure: { problem: error.message, hint: error.hint } };
    }
  }

  /** What somebody has asked for already is said beside the plan that would change the same objects. */
  async function withRivals(offered: Offer['plans'], { ref }: AppHandle): Promise<Offer['plans']> {
    if (offered.length === 0) return offered;
    const { records } = await plans.requestsOf(instance.name, appKey(ref));
    return offered.map((one) => ({ ...one, ...defined({ rival: rivalOf(one.plan, records) }) }));
  }

  /** A commit that Argo CD has not compared yet would not be planned for. Slow is no obstacle: a note says so. */
  async function refresh(app: AppHandle, signal: AbortSignal): Promise<readonly string[]> {
    try {
      await instance.argocd.getApp(app, { signal, refresh: 'normal' });
      return [];
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      // inspecting the app reports one that is not there
      if (!(error instanceof UnavailableError)) return [];
      return ['Argo CD did not compare the app anew in time: this rests on its last comparison'];
    }
  }

  async function inspect({ ref }: AppHandle, signal: AbortSignal): Promise<Inspected> {
    const inspected = await inspectApp(`${ref.namespace}/${ref.name}`, signal);
    if ('findings' in inspected) return inspected;
    throw new NotFoundError(
      'argocd.no-such-app',
      `${instance.name} has no application ${ref.name}.`,
      'Scan again: it may have been deleted.',
    );
  }
}

function obstacleOf(writing: ConnectedInstance['writing']): string | undefined {
  if (writing === undefined) return 'observe only: remediation.enabled is off for this Argo CD';
  return writing.bundles === undefined
    ? 'nothing can be changed: without access to the cluster that Argo CD runs in, no rollback bundle can be kept'
    : undefined;
}
