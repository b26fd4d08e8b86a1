import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePace } from '../../../src/adapters/clock/pace.ts';
import { makeMetrics } from '../../../src/adapters/metrics/prometheus.ts';
import { UnavailableError } from '../../../src/core/model/errors.ts';
import type { Offer } from '../../../src/core/remedy/plan/plan.ts';
import { makePlanJob } from '../../../src/jobs/plan.job.ts';
import { makeQueue, type RunningQueue } from '../../../src/jobs/queue.ts';
import { makeRunJob } from '../../../src/jobs/run.job.ts';
import { type RunningWorkers, startWorkers } from '../../../src/jobs/workers.ts';
import type { AppHandle } from '../../../src/ports/argocd.ts';
import type { Log } from '../../../src/ports/log.ts';
import { PATIENCE_MS } from '../../support/pace.ts';
import { aPrefix, startTestRedis, type TestRedis } from '../../support/redis.ts';

const log: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log };
const pace = makePace(0.01);
const REF = { server: 'prod', namespace: 'argocd', name: 'checkout' };
const OFFER: Offer = {
  id: 'offer-1',
  instance: 'prod',
  app: REF,
  project: 'shop',
  at: '',
  plans: [],
  excluded: [],
  notes: [],
};
const unasked = () => Promise.reject(new TypeError('nobody asked for that'));

interface Work {
  offer(instance: string, app: AppHandle, offerId: string): Promise<Offer>;
  execute(instance: string, planId: string): Promise<void>;
}

const down = () => new UnavailableError('argocd.unavailable', 'Argo CD does not answer', 'wait');
const busy = () => new UnavailableError('lock.busy', 'it is being worked on', 'wait', { retryAfter: 1 });

describe('jobs that change things', () => {
  let redis: TestRedis;
  let queue: RunningQueue;
  let workers: RunningWorkers;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterEach(async () => {
    await workers.close(1000);
    await queue.close();
  });
  afterAll(() => redis.stop());

  async function start({ offer = unasked, execute = unasked }: Partial<Work>): Promise<void> {
    const prefix = aPrefix();
    const instances = ['prod', 'stage'];
    queue = makeQueue({ connection: await redis.connect('person'), prefix, instances, log, pace });
    workers = startWorkers({
      connection: await redis.connect('worker'),
      prefix,
      instances,
      log,
      pace,
      correlated: (_, work) => work(),
      jobs: {
        scan: [],
        remedy: [
          makePlanJob({ offerPlansOf: (instance) => (app, offerId) => offer(instance, app, offerId) }),
          makeRunJob({
            executePlanOf: (instance) => (planId) => execute(instance, planId),
            plans: { find: async () => undefined },
            metrics: makeMetrics(),
          }),
        ],
        delivery: [],
        tick: [],
      },
    });
  }

  it('reach the instance they are for, with all that was asked', async () => {
    const seen: unknown[] = [];
    await start({
      async offer(instance, app, offerId) {
        seen.push([instance, app, offerId]);
        return OFFER;
      },
      execute: async (instance, planId) => void seen.push([instance, planId]),
    });
    await queue.ask({ type: 'plan', instance: 'stage', app: { ref: REF, project: 'shop' }, offerId: 'offer-1' });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await queue.ask({ type: 'plan', instance: 'prod', app: { ref: REF }, offerId: 'offer-2' });
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    await queue.ask({ type: 'run', instance: 'prod', planId: 'plan-1' });
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    expect(seen).toEqual([
      ['stage', { ref: REF, project: 'shop' }, 'offer-1'],
      ['prod', { ref: REF }, 'offer-2'],
      ['prod', 'plan-1'],
    ]);
  });

  it('plan once, and run again when something was away', async () => {
    const tries = { plan: 0, run: 0 };
    await start({
      async offer() {
        tries.plan += 1;
        throw down();
      },
      async execute() {
        tries.run += 1;
        if (tries.run === 1) throw down();
      },
    });
    await queue.ask({ type: 'plan', instance: 'prod', app: { ref: REF }, offerId: 'offer-1' });
    await queue.ask({ type: 'run', instance: 'prod', planId: 'plan-1' });
    await vi.waitFor(() => expect(tries.run).toBe(2), { timeout: PATIENCE_MS });
    expect(tries.plan).toBe(1);
  });

  it('wait for another run of the app, as often as it takes', async () => {
    let asked = 0;
    let done = 0;
    await start({
      async execute() {
        asked += 1;
        if (asked <= 8) throw busy();
        done += 1;
      },
    });
    await queue.ask({ type: 'run', instance: 'prod', planId: 'plan-1' });
    await vi.waitFor(() => expect(done).toBe(1), { timeout: PATIENCE_MS });
    expect(asked).toBe(9);
  });
});
