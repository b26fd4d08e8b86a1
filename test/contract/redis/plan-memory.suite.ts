import { describe, expect, it } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import type { Unreadable } from '../../../src/adapters/redis/reading.ts';
import type { ApprovalEvent } from '../../../src/core/remedy/approval/approval.ts';
import type { Offer } from '../../../src/core/remedy/plan/plan.ts';
import type { RunEvent } from '../../../src/core/remedy/run/run-event.ts';
import { aPrefix } from '../../support/redis.ts';
import { aFrame, aPlan, aStep } from '../../unit/core/remedy/builders.ts';

const day = (date: number): string => `2026-01-${String(date).padStart(2, '0')}T09:00:00.000Z`;
const APP = 'argocd/checkout';

const requestAt = (at: string): ApprovalEvent => ({
  type: 'request',
  by: 'U1',
  role: 'developer',
  at,
  reason: '',
  channel: 'C1',
});
const startedAt = (at: string): RunEvent => ({ type: 'started', at, restoresByItself: false });
const planOf = (id: string, plannedAt = day(5)) => aPlan([aStep()], { id, plannedAt });
const anOffer = (id: string, at: string): Offer => {
  const { instance, app, project } = aFrame();
  return { id, instance, app, project, at, plans: [{ plan: planOf('plan-1') }], excluded: [], notes: ['a note'] };
};

export function planMemorySuite(
  open: (options?: Partial<MemoryOptions>) => Promise<Memory>,
  connect: () => Promise<RedisClient>,
): void {
  describe('PlanMemory', () => {
    it('keeps a draft as it was made, and no other under its id', async () => {
      const { plans } = await open();
      const plan = aPlan([aStep({ patch: { metadata: { annotations: { note: null } } } })], { id: 'plan-1' });
      expect(await plans.find('plan-1')).toBeUndefined();
      await plans.saveDraft(plan);
      await plans.saveDraft(plan);
      expect(await plans.find('plan-1')).toEqual({ plan, approval: [], run: [] });
      await expect(plans.saveDraft(planOf('plan-1'))).rejects.toMatchObject({ code: 'plan.exists' });
      expect((await plans.find('plan-1'))?.plan).toEqual(plan);
    });

    it('appends to each list only what continues it', async () => {
      const { plans } = await open();
      await plans.saveDraft(planOf('plan-1'));
      const cancel: ApprovalEvent = { type: 'cancel', by: 'U1', role: '', at: day(6) };
      expect(await plans.appendApproval('plan-1', requestAt(day(5)), 0)).toBe(true);
      expect(await plans.appendApproval('plan-1', cancel, 0)).toBe(false);
      expect(await plans.appendApproval('plan-1', cancel, 2)).toBe(false);
      expect(await plans.appendApproval('plan-1', cancel, 1)).toBe(true);
      expect(await plans.appendRun('plan-1', startedAt(day(6)), 1)).toBe(false);
      expect(await plans.appendRun('plan-1', startedAt(day(6)), 0)).toBe(true);
      const record = await plans.find('plan-1');
      expect(record?.approval).toEqual([requestAt(day(5)), cancel]);
      expect(record?.run).toEqual([startedAt(day(6))]);
    });

    it('knows the open requests of an app, and takes none from who has not seen the last', async () => {
      const { plans } = await open();
      const ids = ['plan-1', 'plan-2', 'plan-3'];
      for (const id of ids) await plans.saveDraft(planOf(id));
      const nobody = await plans.requestsOf('prod', APP);
      expect(nobody.records).toEqual([]);
      await plans.tend('plan-1', day(5));
      expect(await plans.appendApproval('plan-1', requestAt(day(5)), 0, nobody.mark)).toBe(true);
      expect(await plans.appendApproval('plan-2', requestAt(day(5)), 0, nobody.mark)).toBe(false);
      const one = await plans.requestsOf('prod', APP);
      expect(one.records.map(({ plan }) => plan.id)).toEqual(['plan-1']);
      expect(await plans.appendApproval('plan-2', requestAt(day(6)), 0, one.mark)).toBe(true);
      // what is said of a request makes no other one stale
      const two = await plans.requestsOf('prod', APP);
      await plans.appendApproval('plan-1', { type: 'cancel', by: 'U1', role: '', at: day(6) }, 1);
      expect(await plans.appendApproval('plan-3', requestAt(day(6)), 0, two.mark)).toBe(true);
      await plans.untend('plan-1');
      expect((await plans.requestsOf('prod', APP)).records).toEqual([]);
      expect((await plans.requestsOf('prod', 'argocd/other')).records).toEqual([]);
    });

    it('appends nothing to a plan that is not there', async () => {
      const { plans } = await open();
      expect(await plans.appendApproval('plan-1', requestAt(day(5)), 0)).toBe(false);
      expect(await plans.ofApp('prod', APP, 10)).toEqual([]);
    });

    it.each(['appendApproval', 'appendRun'] as const)(
      'lets one of 200 win who %s at once, with the same words',
      async (append) => {
        const prefix = aPrefix();
        const writers = await Promise.all(Array.from({ length: 4 }, () => open({ prefix })));
        await writers[0]?.plans.saveDraft(planOf('plan-1'));
        const answers = await Promise.all(
          Array.from({ length: 50 }, () =>
            writers.map(({ plans }) =>
              append === 'appendRun'
                ? plans.appendRun('plan-1', startedAt(day(5)), 0)
                : plans.appendApproval('plan-1', requestAt(day(5)), 0),
            ),
          ).flat(),
        );
        expect(answers).toHaveLength(200);
        expect(answers.filter(Boolean)).toHaveLength(1);
        const record = await writers[1]?.plans.find('plan-1');
        expect([...(record?.approval ?? []), ...(record?.run ?? [])]).toHaveLength(1);
      },
    );

    it('knows what is tended, oldest request first, however often it is told', async () => {
      const { plans } = await open();
      await plans.tend('b', day(2));
      await plans.tend('a', day(3));
      await plans.tend('c', day(1));
      await plans.tend('c', day(9));
      expect(await plans.tended()).toEqual(['c', 'b', 'a']);
      await plans.untend('b');
      await plans.untend('b');
      expect(await plans.tended()).toEqual(['c', 'a']);
    });

    it('gives the newest requests of an app, and no drafts', async () => {
      const { plans } = await open();
      for (const id of ['a', 'b', 'c', 'draft']) await plans.saveDraft(planOf(id));
      await plans.saveDraft(aPlan([aStep()], { id: 'elsewhere', instance: 'stage' }));
      for (const [id, date] of [
        ['b', 1],
        ['a', 2],
        ['c', 3],
        ['elsewhere', 4],
      ] as const) {
        await plans.appendApproval(id, requestAt(day(date)), 0);
      }
      await plans.appendApproval('b', { type: 'expire', at: day(8) }, 1);
      const ids = async (most: number) => (await plans.ofApp('prod', APP, most)).map(({ plan }) => plan.id);
      expect(await ids(10)).toEqual(['c', 'a', 'b']);
      expect(await ids(2)).toEqual(['c', 'a']);
      expect(await ids(0)).toEqual([]);
      expect(await plans.ofApp('prod', 'argocd/cart', 10)).toEqual([]);
    });

    it('keeps an offer and replaces it by the next of its id', async () => {
      const { plans } = await open();
      expect(await plans.offer('offer-1')).toBeUndefined();
      await plans.saveOffer(anOffer('offer-1', day(1)));
      const failed: Offer = { ...anOffer('offer-1', day(2)), plans: [], failure: { problem: 'p', hint: 'h' } };
      await plans.saveOffer(failed);
      expect(await plans.offer('offer-1')).toEqual(failed);
    });

    it('forgets what nobody took up, and records whose last event is older', async () => {
      const prefix = aPrefix();
      const { plans } = await open({ prefix });
      for (const id of ['draft', 'old', 'moved', 'tended']) await plans.saveDraft(planOf(id, day(1)));
      await plans.saveDraft(planOf('fresh', day(9)));
      for (const id of ['old', 'moved', 'tended']) await plans.appendApproval(id, requestAt(day(2)), 0);
      await plans.appendRun('moved', startedAt(day(8)), 0);
      await plans.tend('tended', day(2));
      await plans.saveOffer(anOffer('old', day(1)));
      await plans.saveOffer(anOffer('fresh', day(9)));

      expect(await plans.forget(day(5))).toBe(3);
      expect(
        await Promise.all(
          ['draft', 'old', 'moved', 'tended', 'fresh'].map(async (id) => (await plans.find(id))?.plan.id),
        ),
      ).toEqual([undefined, undefined, 'moved', 'tended', 'fresh']);
      expect((await plans.ofApp('prod', APP, 10)).map(({ plan }) => plan.id)).toEqual(['tended', 'moved']);
      expect(await plans.offer('old')).toBeUndefined();
      expect(await plans.offer('fresh')).toBeDefined();

      await plans.untend('tended');
      expect(await plans.forget(day(5), day(20))).toBe(3);
      expect(await plans.forget(day(20))).toBe(1);
      const redis = await connect();
      expect(await Promise.all(Object.values(makeKeysOf(prefix)).map((key) => redis.exists(key)))).toEqual([
        0, 0, 0, 0, 0, 0,
      ]);
    });
  });

  describe('a plan that somebody changed in Redis', () => {
    async function openSaved() {
      const prefix = aPrefix();
      const reported: Unreadable[] = [];
      const { plans } = await open({ prefix, onUnreadable: (found) => reported.push(found) });
      await plans.saveDraft(planOf('plan-1'));
      await plans.appendApproval('plan-1', requestAt(day(5)), 0);
      await plans.appendRun('plan-1', startedAt(day(5)), 0);
      return { plans, reported, keys: makeKeys(prefix), redis: await connect() };
    }

    it('is not the one its hash names, and is not read', async () => {
      const { plans, reported, keys, redis } = await openSaved();
      const plan = planOf('plan-1');
      const [step] = plan.steps;
      if (step === undefined) throw new TypeError('the plan has a step');
      const forged = { ...plan, steps: [{ ...step, target: { ...step.target, name: 'another' } }] };
      await redis.hset(keys.plan('plan-1'), 'plan', JSON.stringify(forged));
      expect(await plans.find('plan-1')).toBeUndefined();
      expect(await plans.ofApp('prod', APP, 10)).toEqual([]);
      expect(reported[0]).toEqual({
        key: keys.plan('plan-1'),
        field: 'plan',
        problem: 'has an unexpected shape at "hash"',
      });
    });

    it.each([
      ['is of a type that nobody knows', '{"type":"skipped","at":"2026-01-05T09:00:00Z","step":0}', 'type'],
      ['has no step', '{"type":"acted","at":"2026-01-05T09:00:00Z"}', 'step'],
      ['has no time', '{"type":"acted","at":"soon","step":0}', 'at'],
    ])('is not read when an event of it %s', async (_, text, path) => {
      const { plans, reported, keys, redis } = await openSaved();
      await redis.rpush(keys.planRun('plan-1'), text);
      expect(await plans.find('plan-1')).toBeUndefined();
      expect(reported).toEqual([
        { key: keys.planRun('plan-1'), field: '1', problem: `has an unexpected shape at "${path}"` },
      ]);
    });

    it('is not read when what was said of it cannot be', async () => {
      const { plans, reported, keys, redis } = await openSaved();
      await redis.lset(keys.planApproval('plan-1'), 0, '{"type":"request"');
      await plans.saveOffer(anOffer('offer-1', day(1)));
      await redis.set(keys.offer('offer-1'), '{"id":"offer-1"}');
      expect(await plans.find('plan-1')).toBeUndefined();
      expect(await plans.offer('offer-1')).toBeUndefined();
      expect(reported.map(({ key }) => key)).toEqual([keys.planApproval('plan-1'), keys.offer('offer-1')]);
      expect(await plans.forget(day(20))).toBe(2);
    });
  });
}

function makeKeysOf(prefix: string) {
  const { planDrafts, plansRequested, plansTended, offers, plansOf, plan } = makeKeys(prefix);
  return { planDrafts, plansRequested, plansTended, offers, ofApp: plansOf('prod', APP), moved: plan('moved') };
}
