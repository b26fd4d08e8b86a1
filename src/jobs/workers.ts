import { setTimeout as sleep } from 'node:timers/promises';
import { FlowProducer, type Job, MetricsTime, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { hashOf } from '../core/model/hash.ts';
import type { Log } from '../ports/log.ts';
import { DELIVERY_QUEUE, jobPrefix, REMEDY_JOBS, remedyQueue, SCAN_JOBS, scanQueue, TICK_QUEUE } from './names.ts';
import { onJobError } from './on-error.ts';
import { BatchJob, DeliverJob, LookJob, PlanJob, PublishJob, RunJob, ScanJob, TickJob } from './payloads.ts';
import { backoffAt, type JobPace, scatteredBackoffAt, UNHURRIED } from './retries.ts';

/** What the jobs do; each gets the log of its own correlation id and a signal that ends it at shutdown. */
export interface JobHandlers {
  /** Lists and decides; what is left to look at comes back as batches. undefined: a scan is already under way, or Argo CD does not answer. */
  startScan(
    instance: string,
    job: ScanJobData & { readonly scanId: string; readonly isTakenOver: boolean },
    context: JobContext,
  ): Promise<StartedScan | undefined>;
  scanBatch(instance: string, batch: BatchData, context: JobContext): Promise<void>;
  look(instance: string, app: LookData['app'], context: JobContext): Promise<void>;
  publish(instance: string, scanId: string | undefined, context: JobContext): Promise<void>;
  deliver(channel: string, context: JobContext): Promise<void>;
  tick(context: JobContext): Promise<void>;
  /** Tried once: what goes wrong is told in the offer. */
  plan(instance: string, job: PlanData, context: JobContext): Promise<void>;
  /** Tried again, which goes on from the plan's events. UnavailableError 'lock.busy': waits without counting as a try. */
  run(instance: string, planId: string, context: JobContext): Promise<void>;
}

export interface JobContext {
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly correlation: string;
}

export type ScanJobData = ReturnType<typeof ScanJob.parse>;
export type BatchData = ReturnType<typeof BatchJob.parse>;
export type LookData = ReturnType<typeof LookJob.parse>;
export type PlanData = ReturnType<typeof PlanJob.parse>;

export interface StartedScan {
  readonly scanId: string;
  readonly batches: readonly unknown[];
}

export interface WorkersOptions {
  /** Waits for Redis as long as it takes. */
  readonly connection: Redis | Cluster;
  readonly prefix: string;
  readonly instances: readonly string[];
  readonly handlers: JobHandlers;
  readonly log: Log;
  /** Runs a job so that those it asks for carry its id. */
  readonly correlated: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Of tries after a failure, and of the wait for somebody who works on the same. */
  readonly pace?: JobPace;
  readonly batchConcurrency?: number;
}

export interface RunningWorkers {
  /** Finishes what is under way, for at most this long; the rest goes back to the queue. */
  close(withinMs: number): Promise<void>;
}

/** A killed worker's job is taken over after some ten seconds instead of the default minute and a half. */
const TAKE_OVER = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 3 } as const;
const SOME_STARTS = { maxStartedAttempts: 6 } as const;
/** Waiting for another run of the same app is a start each time, and may be as many as it takes. */
const ANY_STARTS = { longestBusyMs: 5000 } as const;
const CHILD = { attempts: 3, ignoreDependencyOnFailure: true } as const;
/** For jobs that were told to end to go back to the queue. */
const HAND_BACK_MS = 5000;
const FORCED_MS = 2000;
const KEPT = { removeOnComplete: { age: 3600, count: 200 }, removeOnFail: { age: 7 * 86_400, count: 500 } } as const;

interface WorkStarts {
  readonly maxStartedAttempts?: number;
  readonly longestBusyMs?: number;
}

export function startWorkers(options: WorkersOptions): RunningWorkers {
  const { connection, instances, handlers, log, pace = UNHURRIED } = options;
  const prefix = jobPrefix(options.prefix);
  const stopping = new AbortController();
  const flows = new FlowProducer({ connection, prefix });
  flows.on('error', (error) => log.warn('a queue lost its connection', { reason: error.message }));

  const workers = [
    ...instances.map((instance) =>
      work(scanQueue(instance), options.batchConcurrency ?? 4, (job, context) => scanJob(instance, job, context)),
    ),
    ...instances.map((instance) =>
      work(remedyQueue(instance), 4, (job, context) => remedyJob(instance, job, context), ANY_STARTS),
    ),
    work(DELIVERY_QUEUE, 4, (job, context) => handlers.deliver(DeliverJob.parse(job.data).channel, context)),
    work(TICK_QUEUE, 1, (job, context) => {
      TickJob.parse(job.data);
      return handlers.tick(context);
    }),
  ];

  async function scanJob(instance: string, job: Job, context: JobContext): Promise<void> {
    switch (job.name) {
      case SCAN_JOBS.list:
        return list(instance, job, context);
      case SCAN_JOBS.batch:
        return handlers.scanBatch(instance, BatchJob.parse(job.data), context);
      case SCAN_JOBS.look:
        return handlers.look(instance, LookJob.parse(job.data).app, context);
      case SCAN_JOBS.publish:
        return handlers.publish(instance, PublishJob.parse(job.data).scanId, context);
      default:
        throw new TypeError(`no job ${job.name}`);
    }
  }

  async function remedyJob(instance: string, job: Job, context: JobContext): Promise<void> {
    switch (job.name) {
      case REMEDY_JOBS.plan:
        return handlers.plan(instance, PlanJob.parse(job.data), context);
      case REMEDY_JOBS.run:
        return handlers.run(instance, RunJob.parse(job.data).planId, context);
      default:
        throw new TypeError(`no job ${job.name}`);
    }
  }

  /** The publish job waits for its batches; one that fails for good does not hold the rest back. */
  async function list(instance: string, job: Job, context: JobContext): Promise<void> {
    const scanId = hashOf(`${job.id ?? ''} ${job.timestamp}`);
    const isTakenOver = job.stalledCounter > 0;
    const scan = await handlers.startScan(instance, { ...ScanJob.parse(job.data), scanId, isTakenOver }, context);
    if (scan === undefined) return;
    const queueName = scanQueue(instance);
    const { correlation } = context;
    await flows.add({
      name: SCAN_JOBS.publish,
      queueName,
      data: { correlation, scanId: scan.scanId },
      opts: { ...KEPT, attempts: 5, backoff: backoffAt(pace), jobId: `publish.${scan.scanId}` },
      children: scan.batches.map((batch, index) => ({
        name: SCAN_JOBS.batch,
        queueName,
        data: { correlation, scanId: scan.scanId, batch: String(index), work: batch },
        opts: { ...KEPT, ...CHILD, backoff: scatteredBackoffAt(pace), jobId: `batch.${scan.scanId}.${index}` },
      })),
    });
  }

  function work(
    name: string,
    concurrency: number,
    run: (job: Job, context: JobContext) => Promise<void>,
    { longestBusyMs, ...starts }: WorkStarts = SOME_STARTS,
  ): Worker {
    const worker = new Worker(
      name,
      async (job, token, signal) => {
        const correlation = correlationOf(job);
        const context = {
          correlation,
          log: log.with({ correlation, queue: name, job: job.name }),
          signal: signal === undefined ? stopping.signal : AbortSignal.any([signal, stopping.signal]),
        };
        try {
          await options.correlated(correlation, () => run(job, context));
        } catch (error) {
          // where starts are counted, a quick pace would only use them up
          const busy = longestBusyMs === undefined ? {} : { longestBusyMs, pace };
          await onJobError(error, job, { token, ...context, ...busy });
        }
      },
      { connection, prefix, concurrency, ...TAKE_OVER, ...starts, metrics: { maxDataPoints: MetricsTime.ONE_HOUR } },
    );
    worker.on('error', (error) => log.warn('a worker lost its connection', { queue: name, reason: error.message }));
    return worker;
  }

  return {
    async close(withinMs) {
      const closing = Promise.allSettled(workers.map((worker) => worker.close()));
      if (!(await isDoneWithin(closing, withinMs))) {
        stopping.abort(new Error('the process is stopping'));
        await isDoneWithin(closing, HAND_BACK_MS);
      }
      // while Redis is away a worker waits for it as long as it takes, and so would its closing
      await isDoneWithin(Promise.allSettled(workers.map((worker) => worker.close(true))), FORCED_MS);
      await isDoneWithin(flows.close(), FORCED_MS);
    },
  };
}

async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const enough = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      sleep(milliseconds, false, { signal: enough.signal, ref: false }).catch(() => false),
    ]);
  } finally {
    enough.abort();
  }
}

function correlationOf(job: Job): string {
  const { correlation } = job.data as { readonly correlation?: unknown };
  return typeof correlation === 'string' && correlation !== '' ? correlation : `${job.queueName}.${job.id ?? ''}`;
}
