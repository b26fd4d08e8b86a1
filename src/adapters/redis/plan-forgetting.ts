import type { PlanMemory } from '../../ports/plans.ts';
import { FORGET_PLAN } from './lua/plans.ts';
import { makeScript } from './script.ts';
import { slices } from './slices.ts';
import type { Store } from './store.ts';

const forgetPlan = makeScript(FORGET_PLAN);

const AT_ONCE = 500;

export function makeForgetPlans({ redis, keys }: Store): PlanMemory['forget'] {
  async function forgetOne(planId: string, order: string, before: number): Promise<number> {
    const plan = keys.plan(planId);
    const [instance, app] = await redis.hmget(plan, 'instance', 'app');
    const places = [
      ...[plan, keys.planApproval(planId), keys.planRun(planId), order],
      ...[keys.plansOf(instance ?? '', app ?? ''), keys.plansTended],
    ];
    return Number(await forgetPlan.run(redis, places, [planId, before]));
  }

  async function forgetPlans(order: string, before: number): Promise<number> {
    let forgotten = 0;
    for (const slice of slices(await redis.zrangebyscore(order, '-inf', `(${before}`), AT_ONCE)) {
      const counts = await Promise.all(slice.map((planId) => forgetOne(planId, order, before)));
      forgotten += counts.reduce((sum, one) => sum + one, 0);
    }
    return forgotten;
  }

  /** The order goes last: until then a forgetting that broke off is taken up by the next. */
  async function forgetOffers(before: number): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const ids = await redis.zrangebyscore(keys.offers, '-inf', `(${before}`, 'LIMIT', 0, AT_ONCE);
      if (ids.length === 0) return forgotten;
      await redis.del(...ids.map(keys.offer));
      forgotten += await redis.zrem(keys.offers, ...ids);
    }
  }

  return async (before, untakenBefore = before) => {
    const untaken = Date.parse(untakenBefore);
    return (
      (await forgetPlans(keys.plansRequested, Date.parse(before))) +
      (await forgetPlans(keys.planDrafts, untaken)) +
      (await forgetOffers(untaken))
    );
  };
}
