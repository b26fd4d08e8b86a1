import { randomUUID } from 'node:crypto';
import { appKey } from '../../core/model/app-key.ts';
import { RejectedError } from '../../core/model/errors.ts';
import type { ApprovalEvent } from '../../core/remedy/approval/approval.ts';
import type { Offer, Plan } from '../../core/remedy/plan/plan.ts';
import type { RunEvent } from '../../core/remedy/run/run-event.ts';
import type { PlanMemory, PlanRecord, RequestsMark } from '../../ports/plans.ts';
import { APPEND_PLAN_EVENT, READ_PLAN, SAVE_DRAFT, SAVE_OFFER } from './lua/plans.ts';
import { StoredApprovalEvent, StoredRunEvent } from './plan-event-schema.ts';
import { makeForgetPlans } from './plan-forgetting.ts';
import { StoredOffer, StoredPlan } from './plan-schema.ts';
import { makeRead, type Read } from './reading.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const saveDraft = makeScript(SAVE_DRAFT);
const readPlan = makeScript(READ_PLAN);
const appendEvent = makeScript(APPEND_PLAN_EVENT);
const saveOffer = makeScript(SAVE_OFFER);

type PlanParts = readonly [plan: string, approval: readonly string[], run: readonly string[]];

export function makePlanMemory(store: Store): PlanMemory {
  const { redis, keys, onUnreadable } = store;
  const read = makeRead<Plan>(StoredPlan, onUnreadable);
  const readApproval = makeRead<ApprovalEvent>(StoredApprovalEvent, onUnreadable);
  const readRun = makeRead<RunEvent>(StoredRunEvent, onUnreadable);
  const readOffer = makeRead<Offer>(StoredOffer, onUnreadable);

  async function find(planId: string): Promise<PlanRecord | undefined> {
    const places = [keys.plan(planId), keys.planApproval(planId), keys.planRun(planId)] as const;
    const [text, saidTexts, doneTexts] = (await readPlan.run(redis, places, [])) as PlanParts;
    if (text === '') return undefined;
    const plan = read(text, { key: places[0], field: 'plan' });
    const approval = readAll(readApproval, places[1], saidTexts);
    const run = readAll(readRun, places[2], doneTexts);
    return plan === undefined || approval === undefined || run === undefined ? undefined : { plan, approval, run };
  }

  async function append(
    planId: string,
    list: 'approval' | 'run',
    event: ApprovalEvent | RunEvent,
    after: number,
    asOf?: RequestsMark,
  ) {
    const plan = keys.plan(planId);
    // immutable, so that it may be read before the script runs
    const [instance, app] = await redis.hmget(plan, 'instance', 'app');
    const events = list === 'approval' ? keys.planApproval(planId) : keys.planRun(planId);
    const appended = await appendEvent.run(
      redis,
      [plan, events, keys.planDrafts, keys.plansRequested, keys.plansOf(instance ?? '', app ?? ''), keys.plansJoined],
      [
        ...[planId, after, timeOf(event.at), JSON.stringify(event), `${list}By`, randomUUID()],
        ...[joinedField(instance ?? '', app ?? ''), asOf ?? ''],
      ],
    );
    return appended === 1;
  }

  return {
    find,

    async saveDraft(plan) {
      const args = [plan.id, timeOf(plan.plannedAt), JSON.stringify(plan), plan.instance, appKey(plan.app)];
      const saved = await saveDraft.run(redis, [keys.plan(plan.id), keys.planDrafts], args);
      if (saved === 1) return;
      const hint = 'Give every plan an id of its own: a plan that was shown never changes.';
      throw new RejectedError('plan.exists', `Another plan is stored as ${plan.id}.`, hint);
    },

    appendApproval: (planId, event, after, asOf) => append(planId, 'approval', event, after, asOf),
    appendRun: (planId, event, after) => append(planId, 'run', event, after),

    async tended() {
      return redis.zrangebyscore(keys.plansTended, '-inf', '+inf');
    },

    async tend(planId, at) {
      await redis.zadd(keys.plansTended, 'NX', timeOf(at), planId);
    },

    async untend(planId) {
      await redis.zrem(keys.plansTended, planId);
    },

    async requestsOf(instance, app) {
      // first: whoever joins after it is noticed when something is appended
      const joined = await redis.hget(keys.plansJoined, joinedField(instance, app));
      const ids = await redis.zinter(2, [keys.plansOf(instance, app), keys.plansTended]);
      const records = await Promise.all(ids.map(find));
      return { records: records.filter((record) => record !== undefined), mark: Number(joined ?? 0) };
    },

    async ofApp(instance, app, most) {
      if (most <= 0) return [];
      const ids = await redis.zrevrange(keys.plansOf(instance, app), 0, most - 1);
      const records = await Promise.all(ids.map(find));
      return records.filter((record) => record !== undefined);
    },

    async saveOffer(offer) {
      const args = [offer.id, timeOf(offer.at), JSON.stringify(offer)];
      await saveOffer.run(redis, [keys.offer(offer.id), keys.offers], args);
    },

    async offer(offerId) {
      const key = keys.offer(offerId);
      const text = await redis.get(key);
      return text === null ? undefined : readOffer(text, { key });
    },

    forget: makeForgetPlans(store),
  };
}

function joinedField(instance: string, app: string): string {
  return JSON.stringify([instance, app]);
}

/** undefined: one cannot be read, and what follows from the others is then anybody's guess. */
function readAll<T>(read: Read<T>, key: string, texts: readonly string[]): readonly T[] | undefined {
  const events = texts.map((text, index) => read(text, { key, field: String(index) }));
  const readable = events.filter((event) => event !== undefined);
  return readable.length === events.length ? readable : undefined;
}

/** Checked before the script runs: one that fails half-way leaves what it did. */
function timeOf(at: string): number {
  const time = Date.parse(at);
  if (Number.isNaN(time)) throw new TypeError(`not a time: ${at}`);
  return time;
}
