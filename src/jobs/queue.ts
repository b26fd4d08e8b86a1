import { Queue as BullQueue, type JobsOptions } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { appKey } from '../core/model/app-key.ts';
import { UnavailableError } from '../core/model/errors.ts';
import { hashOf } from '../core/model/hash.ts';
import type { Log } from '../ports/log.ts';
import type { Job, Queue } from '../ports/queue.ts';
import {
  DELIVER_JOB,
  DELIVERY_QUEUE,
  jobPrefix,
  REMEDY_JOBS,
  remedyQueue,
  SCAN_JOBS,
  scanQueue,
  TICK_JOB,
  TICK_QUEUE,
} from './names.ts';
import { type JobPace, scatteredBackoffAt, UNHURRIED } from './retries.ts';

export interface QueueOptions {
  /** Fails at once when Redis is away: whoever asks must acknowledge a person within three seconds. */
  readonly connection: Redis | Cluster;
  readonly prefix: string;
  readonly instances: readonly string[];
  readonly log: Log;
  /** Carried by every job that is asked for here. */
  readonly correlation?: () => string;
  /** Of delays and of tries after a failure. */
  readonly pace?: JobPace;
}

export interface RunningQueue extends Queue {
  /** Scans and ticks come by themselves from now on. Idempotent; instances that are configured no more lose their schedule. */
  schedule(every: { readonly scanMs: number; readonly tickMs: number }): Promise<void>;
  /** Nothing waits and nothing runs; what is scheduled for later does not count. */
  isIdle(): Promise<boolean>;
  /** Prometheus lines about the queues. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

const KEPT = { removeOnComplete: { age: 86_400, count: 200 }, removeOnFail: { age: 7 * 86_400, count: 500 } } as const;
const ATTEMPTS = 4;
const SCHEDULE = 'every';

interface Asked {
  readonly queue: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Asking again while it waits or runs is asking once; `keepLastIfActive` runs it once more afterwards. */
  readonly deduplication: NonNullable<JobsOptions['deduplication']>;
  readonly attempts?: boolean;
}

export function makeQueue(options: QueueOptions): RunningQueue {
  const { connection, prefix, instances, log, correlation = () => '', pace = UNHURRIED } = options;
  const retried = { attempts: ATTEMPTS, backoff: scatteredBackoffAt(pace) };
  const names = [...instances.map(scanQueue), ...instances.map(remedyQueue), DELIVERY_QUEUE, TICK_QUEUE];
  const queues = new Map(
    names.map((name) => {
      const queue = new BullQueue(name, {
        connection,
        prefix: jobPrefix(prefix),
        skipWaitingForReady: true,
        defaultJobOptions: KEPT,
      });
      queue.on('error', (error) => log.warn('a queue lost its connection', { queue: name, reason: error.message }));
      return [name, queue] as const;
    }),
  );

  function named(name: string): BullQueue {
    const queue = queues.get(name);
    if (!queue) throw new TypeError(`no queue ${name}`);
    return queue;
  }

  return {
    async ask(job, { delayMs } = {}) {
      const { queue, name, data, deduplication, attempts = true } = askedFor(job);
      try {
        await named(queue).add(
          name,
          { ...data, correlation: correlation() },
          {
            deduplication,
            ...(attempts ? retried : {}),
            ...(delayMs === undefined ? {} : { delay: pace.scaled(delayMs) }),
          },
        );
      } catch (error) {
        throw new UnavailableError(
          'redis.unavailable',
          'the queue does not answer',
          'check that Redis runs and REDIS_URL is right',
          { cause: error },
        );
      }
    },

    async schedule({ scanMs, tickMs }) {
      await Promise.all(
        instances.map((instance) =>
          named(scanQueue(instance)).upsertJobScheduler(
            SCHEDULE,
            { every: scanMs },
            { name: SCAN_JOBS.list, data: { reason: 'schedule' }, opts: KEPT },
          ),
        ),
      );
      await named(TICK_QUEUE).upsertJobScheduler(SCHEDULE, { every: tickMs }, { name: TICK_JOB, data: {}, opts: KEPT });
    },

    async isIdle() {
      const counts = await Promise.all(
        [...queues.values()].map((queue) => queue.getJobCounts('waiting', 'active', 'waiting-children', 'prioritized')),
      );
      return counts.every((count) => Object.values(count).every((number) => number === 0));
    },

    async metrics() {
      const parts = await Promise.all([...queues.values()].map((queue) => queue.exportPrometheusMetrics()));
      return parts.join('\n');
    },

    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}

function askedFor(job: Job): Asked {
  switch (job.type) {
    case 'scan':
      return {
        queue: scanQueue(job.instance),
        name: SCAN_JOBS.list,
        data: { reason: job.reason, full: job.full ?? false },
        deduplication: { id: 'scan' },
        attempts: false,
      };
    case 'look':
      return {
        queue: scanQueue(job.instance),
        name: SCAN_JOBS.look,
        data: { app: job.app },
        deduplication: { id: `look.${hashOf(appKey(job.app.ref))}`, keepLastIfActive: true },
      };
    case 'publish':
      return {
        queue: scanQueue(job.instance),
        name: SCAN_JOBS.publish,
        data: {},
        deduplication: { id: 'publish', keepLastIfActive: true },
      };
    case 'deliver':
      return {
        queue: DELIVERY_QUEUE,
        name: DELIVER_JOB,
        data: { channel: job.channel },
        deduplication: { id: `deliver.${job.channel}`, keepLastIfActive: true },
      };
    case 'tick':
      return { queue: TICK_QUEUE, name: TICK_JOB, data: {}, deduplication: { id: 'tick', keepLastIfActive: true } };
    case 'plan':
      return {
        queue: remedyQueue(job.instance),
        name: REMEDY_JOBS.plan,
        data: { app: job.app, offerId: job.offerId },
        deduplication: { id: `plan.${job.offerId}` },
        // somebody waits for the offer, which says what went wrong
        attempts: false,
      };
    case 'run':
      return {
        queue: remedyQueue(job.instance),
        name: REMEDY_JOBS.run,
        data: { planId: job.planId },
        deduplication: { id: `run.${job.planId}`, keepLastIfActive: true },
      };
    default:
      return job satisfies never;
  }
}
