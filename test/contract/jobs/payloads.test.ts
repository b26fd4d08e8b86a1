import { Queue as BullQueue, type Job } from 'bullmq';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePace } from '../../../src/adapters/clock/pace.ts';
import { makeMetrics } from '../../../src/adapters/metrics/prometheus.ts';
import { makeBatchJob } from '../../../src/jobs/batch.job.ts';
import { makeDeliverJob } from '../../../src/jobs/deliver.job.ts';
import { makeLookJob } from '../../../src/jobs/look.job.ts';
import { DELIVERY_QUEUE, jobPrefix, remedyQueue, scanQueue, TICK_QUEUE } from '../../../src/jobs/names.ts';
import { makePlanJob } from '../../../src/jobs/plan.job.ts';
import { makePublishJob } from '../../../src/jobs/publish.job.ts';
import { makeRunJob } from '../../../src/jobs/run.job.ts';
import { makeScanJob } from '../../../src/jobs/scan.job.ts';
import { makeScanTree, type ScanTree } from '../../../src/jobs/scan-tree.ts';
import { makeTickJob } from '../../../src/jobs/tick.job.ts';
import { type RunningWorkers, startWorkers } from '../../../src/jobs/workers.ts';
import type { Log, LogFields } from '../../../src/ports/log.ts';
import { aPrefix, startTestRedis, type TestRedis } from '../../support/redis.ts';

/* What is in the queue may be of another release, or of nobody we know. */

const REF = { server: 'prod', namespace: 'argocd', name: 'checkout' };
const LISTED = {
  ref: REF,
  project: 'shop',
  labels: {},
  annotations: {},
  sync: { status: 'OutOfSync', revisions: [] },
  health: { status: 'Healthy' },
  autoSync: { enabled: false, prune: false, selfHeal: false },
  destination: { namespace: 'shop' },
  drifting: [],
  identity: 'abc',
};
const WORK = { settings: {}, apps: [{ listed: LISTED }], shared: {} };
const SCAN = scanQueue('prod');
const REMEDY = remedyQueue('prod');

const pace = makePace(0.01);
const metrics = makeMetrics();
const errors: { readonly message: string; readonly fields: LogFields }[] = [];
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (message, fields = {}) => void errors.push({ message, fields }),
  with: () => log,
};

let redis: TestRedis;
let workers: RunningWorkers;
let tree: ScanTree;
let queues: ReadonlyMap<string, BullQueue>;
const done: unknown[] = [];

beforeAll(async () => {
  redis = await startTestRedis();
  const prefix = aPrefix();
  const connection = await redis.connect('worker');
  queues = new Map(
    [SCAN, REMEDY, DELIVERY_QUEUE, TICK_QUEUE].map((name) => [
      name,
      new BullQueue(name, { connection, prefix: jobPrefix(prefix) }),
    ]),
  );
  tree = makeScanTree({ connection, prefix, log, pace });
  const note = async (...what: readonly unknown[]): Promise<void> => void done.push(what);
  workers = startWorkers({
    connection,
    prefix,
    instances: ['prod'],
    log,
    pace,
    correlated: (_, work) => work(),
    jobs: {
      scan: [
        makeScanJob({
          startScanOf:
            () =>
            async (_, { scanId }) => {
              await note('scan');
              return { scanId, batches: [] };
            },
          tree: { add: async () => undefined },
          metrics,
        }),
        makeBatchJob({
          scanBatchOf:
            () =>
            async (_, { apps }) => {
              await note('batch', ...apps.map(({ listed }) => listed.ref.name));
              return [];
            },
          scans: { advanceScan: async () => undefined },
          metrics,
        }),
        makeLookJob({
          lookAgainOf: () => async (_, app) => {
            await note('look', app);
            return false;
          },
          queue: { ask: async () => undefined },
          metrics,
        }),
        makePublishJob({ endScan: (_, { scanId }) => note('publish', scanId) }),
      ],
      remedy: [
        makePlanJob({
          offerPlansOf: () => async (app, id) => {
            await note('plan', app, id);
            return { id, instance: 'prod', app: REF, project: '', at: '', plans: [], excluded: [], notes: [] };
          },
        }),
        makeRunJob({
          executePlanOf: () => (planId) => note('run', planId),
          plans: { find: async () => undefined },
          metrics,
        }),
      ],
      delivery: [makeDeliverJob({ deliver: (channel) => note('deliver', channel) })],
      tick: [makeTickJob({ tick: () => note('tick') })],
    },
  });
});

beforeEach(() => {
  done.length = 0;
  errors.length = 0;
});

afterAll(async () => {
  await workers.close(1000);
  await tree.close();
  await Promise.all([...queues.values()].map((queue) => queue.close()));
  await redis.stop();
});

/** The job once it has ended one way or the other. */
async function ended(queueName: string, name: string, data: unknown): Promise<Job> {
  const queue = queues.get(queueName);
  if (!queue) throw new TypeError(`no queue ${queueName}`);
  const { id = '' } = await queue.add(name, data, { attempts: 4, backoff: { type: 'fixed', delay: 1 } });
  return vi.waitFor(
    async () => {
      const job = await queue.getJob(id);
      if (job?.finishedOn === undefined) throw new Error('it has not ended');
      return job;
    },
    { timeout: 30_000 },
  );
}

const READABLE: readonly (readonly [string, string, unknown, unknown])[] = [
  [SCAN, 'list', {}, ['scan']],
  [SCAN, 'list', { reason: 'person', full: true, correlation: 'c-1' }, ['scan']],
  [SCAN, 'batch', { scanId: 's', batch: '0', work: WORK }, ['batch', 'checkout']],
  [SCAN, 'look', { app: { ref: REF } }, ['look', { ref: REF }]],
  [SCAN, 'publish', {}, ['publish', undefined]],
  [SCAN, 'publish', { scanId: 's' }, ['publish', 's']],
  [REMEDY, 'plan', { app: { ref: REF, project: 'shop' }, offerId: 'o' }, ['plan', { ref: REF, project: 'shop' }, 'o']],
  [REMEDY, 'run', { planId: 'p' }, ['run', 'p']],
  [DELIVERY_QUEUE, 'deliver', { channel: 'C1' }, ['deliver', 'C1']],
  [TICK_QUEUE, 'tick', {}, ['tick']],
];

const UNREADABLE: readonly (readonly [string, string, unknown, string])[] = [
  [SCAN, 'list', { full: 'yes' }, 'full'],
  [SCAN, 'list', { reason: 'boredom' }, 'reason'],
  [SCAN, 'batch', { scanId: 's', batch: '0' }, 'work'],
  [SCAN, 'batch', { scanId: 's', batch: 0, work: WORK }, 'batch'],
  [
    SCAN,
    'batch',
    { scanId: 's', batch: '0', work: { ...WORK, apps: [{ listed: { ...LISTED, drifting: 'all' } }] } },
    'work.apps.0.listed.drifting',
  ],
  [SCAN, 'look', { app: { ref: { ...REF, name: 7 } } }, 'app.ref.name'],
  [SCAN, 'publish', { scanId: 7 }, 'scanId'],
  [REMEDY, 'plan', { app: { ref: REF }, offer: 'o' }, 'offerId'],
  [REMEDY, 'run', {}, 'planId'],
  [DELIVERY_QUEUE, 'deliver', { channel: ['C1'] }, 'channel'],
  [DELIVERY_QUEUE, 'deliver', null, 'payload'],
  [TICK_QUEUE, 'tick', 'now', 'payload'],
];

describe('a job', () => {
  it.each(READABLE)('of %s called %s is done with %j', async (queue, name, data, work) => {
    const { failedReason } = await ended(queue, name, data);
    expect(failedReason).toBeUndefined();
    expect(done).toEqual([work]);
    expect(errors).toEqual([]);
  });

  it.each(UNREADABLE)(
    'of %s called %s that holds %j fails for good, saying where',
    async (queue, name, data, where) => {
      const job = await ended(queue, name, data);
      expect(job.failedReason).toBe(`the payload of a ${name} job cannot be read: ${where}`);
      expect(job.attemptsMade).toBe(1);
      expect(await job.getState()).toBe('failed');
      expect(done).toEqual([]);
      expect(errors).toEqual([
        { message: 'a job was refused', fields: expect.objectContaining({ job: name, code: 'job.unreadable' }) },
      ]);
    },
  );

  it('that nobody knows fails for good, too', async () => {
    const job = await ended(REMEDY, 'demolish', {});
    expect(job.failedReason).toBe('there is no job called demolish');
    expect(job.attemptsMade).toBe(1);
    expect(errors).toEqual([
      { message: 'a job was refused', fields: expect.objectContaining({ code: 'job.unknown' }) },
    ]);
  });

  it('of a scan that cannot be read does not hold back its end', async () => {
    const batches = [{ ...WORK, shared: { checkout: [{ resource: 'all of them', others: [] }] } }, WORK];
    await tree.add('prod', { scanId: 'scan-1', batches: batches as never }, 'c-1');
    await vi.waitFor(() => expect(done).toContainEqual(['publish', 'scan-1']), { timeout: 30_000 });
    expect(done).toEqual([
      ['batch', 'checkout'],
      ['publish', 'scan-1'],
    ]);
    expect(errors).toHaveLength(1);
  });
});
