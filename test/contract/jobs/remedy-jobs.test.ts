import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePace } from '../../../src/adapters/clock/pace.ts';
import { UnavailableError } from '../../../src/core/model/errors.ts';
import { makeQueue, type RunningQueue } from '../../../src/jobs/queue.ts';
import { type JobHandlers, type RunningWorkers, startWorkers } from '../../../src/jobs/workers.ts';
import type { Log } from '../../../src/ports/log.ts';
import { PATIENCE_MS } from '../../support/pace.ts';
import { aPrefix, startTestRedis, type TestRedis } from '../../support/redis.ts';

const log: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => log };
const pace = makePace(0.01);
const REF = { server: 'prod', namespace: 'argocd', name: 'checkout' };
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

  async function start(handlers: Partial<JobHandlers>): Promise<void> {
    const prefix = aPrefix();
    const unasked = () => Promise.reject(new TypeError('nobody asked for that'));
    const instances = ['prod', 'stage'];
    queue = makeQueue({ connection: await redis.connect('person'), prefix, instances, log, pace });
    workers = startWorkers({
      connection: await redis.connect('worker'),
      prefix,
      instances,
      log,
      pace,
      correlated: (_, work) => work(),
      handlers: {
        startScan: unasked,
        scanBatch: unasked,
        look: unasked,
        publish: unasked,
        deliver: unasked,
        tick: unasked,
        plan: unasked,
        run: unasked,
        ...handlers,
      },
    });
  }

  it('reach the instance they are for, with all that was asked', async () => {
    const seen: unknown[] = [];
    await start({
      plan: async (instance, { app, offerId }) => void seen.push([instance, app, offerId]),
      run: async (instance, planId) => void seen.push([instance, planId]),
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
      async plan() {
        tries.plan += 1;
        throw down();
      },
      async run() {
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
      async run() {
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
