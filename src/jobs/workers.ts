import { type Job, MetricsTime, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { Log } from '../ports/log.ts';
import { isDoneWithin } from './done-within.ts';
import { type JobContext, type JobKind, unknownJob } from './job.ts';
import { DELIVERY_QUEUE, jobPrefix, remedyQueue, scanQueue, TICK_QUEUE } from './names.ts';
import { onJobError } from './on-error.ts';
import { Origin } from './payloads.ts';
import { type JobPace, UNHURRIED } from './retries.ts';

/** Which jobs the workers of each kind of queue do. */
export interface Jobs {
  readonly scan: readonly JobKind[];
  readonly remedy: readonly JobKind[];
  readonly delivery: readonly JobKind[];
  readonly tick: readonly JobKind[];
}

export interface WorkersOptions {
  /** Waits for Redis as long as it takes. */
  readonly connection: Redis | Cluster;
  readonly prefix: string;
  readonly instances: readonly string[];
  readonly jobs: Jobs;
  readonly log: Log;
  /** Runs a job so that those it asks for carry its id. */
  readonly correlated: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Of the wait for somebody who works on the same. */
  readonly pace?: JobPace;
}

export interface RunningWorkers {
  /** Finishes what is under way, for at most this long; the rest goes back to the queue. */
  close(withinMs?: number): Promise<void>;
}

/** A killed worker's job is taken over after some ten seconds instead of the default minute and a half. */
const TAKE_OVER = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 3 } as const;
const SOME_STARTS = { maxStartedAttempts: 6 } as const;
/** Waiting for another run of the same app is a start each time, and may be as many as it takes. */
const ANY_STARTS = { longestBusyMs: 5000 } as const;
/** Kubernetes gives a pod thirty seconds. */
const GRACE_MS = 20_000;
/** For jobs that were told to end to go back to the queue. */
const HAND_BACK_MS = 5000;
const FORCED_MS = 2000;

interface QueueWork {
  readonly queue: string;
  readonly instance?: string;
  readonly kinds: readonly JobKind[];
  readonly concurrency: number;
  readonly starts?: { readonly maxStartedAttempts?: number; readonly longestBusyMs?: number };
}

export function startWorkers(options: WorkersOptions): RunningWorkers {
  const { connection, prefix, instances, jobs, log, correlated, pace = UNHURRIED } = options;
  const stopping = new AbortController();
  const workers = [
    ...instances.map((instance) => work({ queue: scanQueue(instance), instance, kinds: jobs.scan, concurrency: 4 })),
    ...instances.map((instance) =>
      work({ queue: remedyQueue(instance), instance, kinds: jobs.remedy, concurrency: 4, starts: ANY_STARTS }),
    ),
    work({ queue: DELIVERY_QUEUE, kinds: jobs.delivery, concurrency: 4 }),
    work({ queue: TICK_QUEUE, kinds: jobs.tick, concurrency: 1 }),
  ];

  function work({ queue, instance = '', kinds, concurrency, starts = SOME_STARTS }: QueueWork): Worker {
    const { longestBusyMs, ...counted } = starts;
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));

    async function perform(job: Job, context: JobContext): Promise<void> {
      const kind = byName.get(job.name);
      if (kind === undefined) throw unknownJob(job.name);
      await correlated(context.correlation, () => kind.perform(job.data, context));
    }

    const worker = new Worker(
      queue,
      async (job, token, signal) => {
        const correlation = correlationOf(job);
        const context: JobContext = {
          instance,
          identity: `${job.id ?? ''} ${job.timestamp}`,
          isTakenOver: job.stalledCounter > 0,
          correlation,
          log: log.with({ correlation, queue, job: job.name }),
          signal: signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]),
        };
        try {
          await perform(job, context);
        } catch (error) {
          // where starts are counted, a quick pace would only use them up
          const busy = longestBusyMs === undefined ? {} : { longestBusyMs, pace };
          await onJobError(error, job, { token, ...context, ...busy });
        }
      },
      {
        connection,
        prefix: jobPrefix(prefix),
        concurrency,
        ...TAKE_OVER,
        ...counted,
        metrics: { maxDataPoints: MetricsTime.ONE_HOUR },
      },
    );
    worker.on('error', (error) => log.warn('a worker lost its connection', { queue, reason: error.message }));
    return worker;
  }

  return {
    async close(withinMs = GRACE_MS) {
      const closing = Promise.allSettled(workers.map((worker) => worker.close()));
      if (!(await isDoneWithin(closing, withinMs))) {
        stopping.abort(new Error('the process is stopping'));
        await isDoneWithin(closing, HAND_BACK_MS);
      }
      // while Redis is away a worker waits for it as long as it takes, and so would its closing
      await isDoneWithin(Promise.allSettled(workers.map((worker) => worker.close(true))), FORCED_MS);
    },
  };
}

function correlationOf(job: Job): string {
  const { success, data } = Origin.safeParse(job.data);
  return success ? data.correlation : `${job.queueName}.${job.id ?? ''}`;
}
