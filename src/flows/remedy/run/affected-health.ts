import { NotFoundError } from '../../../core/model/errors.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import {
  type AppHealth,
  hasFailed,
  healthOf,
  isSameHealth,
  isSettling,
  worseHealth,
} from '../../../core/remedy/run/health.ts';
import { type Patience, poll } from './poll.ts';
import { handleOf, type Site } from './site.ts';

/** Pods take a while to come up or to fall over; what Argo CD says twice in a row counts. */
const UNTIL_SETTLED: Patience = { everyMs: 1000, forMs: 90_000 };
/** What a step changes and leaves there has to come up itself: a rollout takes its time. */
const UNTIL_ROLLED_OUT: Patience = { everyMs: 2000, forMs: 600_000 };

/** Health of the affected apps, and of no others. An app that is not there has none. */
export async function readHealth(
  { instance }: Site,
  { affected, steps }: Plan,
  { signal, refresh }: { readonly signal: AbortSignal; readonly refresh: boolean },
): Promise<readonly AppHealth[]> {
  const found: AppHealth[] = [];
  const going = steps.filter(({ verb }) => verb === 'delete').map(({ target }) => target);
  for (const ref of affected) {
    try {
      const app = await instance.argocd.getApp(handleOf(ref), { signal, ...(refresh ? { refresh: 'normal' } : {}) });
      found.push(healthOf(app, going));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return found;
}

/** What is worse than before, once it has settled; undefined: nothing is. */
export async function watchHealth(
  site: Site,
  plan: Plan,
  before: readonly AppHealth[],
  signal: AbortSignal,
): Promise<string | undefined> {
  let last: readonly AppHealth[] | undefined;
  await poll(
    async () => {
      const now = await readHealth(site, plan, { signal, refresh: last === undefined });
      const isSettled = isSameHealth(last, now) && (!isSettling(before, now) || hasFailed(before, now));
      last = now;
      return isSettled ? true : undefined;
    },
    plan.steps.every(({ verb }) => verb === 'delete') ? UNTIL_SETTLED : UNTIL_ROLLED_OUT,
    { ...site, signal },
  );
  return worseHealth(before, last ?? []);
}
