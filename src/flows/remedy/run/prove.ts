import type { AppRef } from '../../../core/model/observation.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import type { Proof } from '../../../core/remedy/run/run-event.ts';
import type { Log } from '../../../ports/log.ts';
import { appOf, type Site } from './site.ts';

/** How many findings the app has now. */
export type CountFindings = (app: AppRef, signal: AbortSignal) => Promise<number>;

export interface ProveDeps {
  readonly site: Site;
  readonly countFindings: CountFindings;
  readonly log: Log;
}

/** What the app is like once all is done. That nobody could inspect it does not undo what was done. */
export async function prove({ site, countFindings, log }: ProveDeps, plan: Plan, signal: AbortSignal): Promise<Proof> {
  const { sync, health } = await site.instance.argocd.getApp(appOf(plan), { signal, refresh: 'normal' });
  const proof = { sync: sync.status, health: health.status };
  try {
    return { ...proof, findingsLeft: await countFindings(plan.app, signal) };
  } catch (error) {
    signal.throwIfAborted();
    log.warn('could not check what is left of a plan’s findings', { plan: plan.id, error });
    return proof;
  }
}
