import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { BotError, UnavailableError } from '../core/model/errors.ts';
import type { Log } from '../ports/log.ts';
import { type JobPace, UNHURRIED } from './retries.ts';

/** Longest that a job waits by itself; the tick looks after what is still undone. */
const MAX_WAIT_MS = 300_000;

/** Whoever holds a lock renews it: when it ends is anybody's guess. */
const SHORTEST_BUSY_MS = 250;

export interface JobTrouble {
  readonly token: string | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Of the wait for somebody who works on the same. */
  readonly longestBusyMs?: number;
  /** Of that wait alone: what a dependency asks for is its own time. */
  readonly pace?: JobPace;
}

/**
 * The one place where a job's failure is turned into what BullMQ should do: wait as long as the dependency asks, try again,
 * or give up. Throws always.
 */
export async function onJobError(
  error: unknown,
  job: Job,
  { token, log, signal, longestBusyMs = MAX_WAIT_MS, pace = UNHURRIED }: JobTrouble,
): Promise<never> {
  if (signal.aborted) return handBack(job, token, 0);
  if (error instanceof UnavailableError && error.code === 'lock.busy')
    return handBack(
      job,
      token,
      pace.scaled(Math.min(Math.max(error.retryAfter ?? 0, SHORTEST_BUSY_MS), longestBusyMs)),
    );
  const about = { queue: job.queueName, job: job.name, attempt: job.attemptsMade + 1 };
  if (error instanceof UnavailableError) {
    log.warn('a job could not be done now', { ...about, code: error.code, reason: error.message });
    if (error.retryAfter === undefined) throw error;
    return handBack(job, token, Math.min(error.retryAfter, MAX_WAIT_MS));
  }
  if (error instanceof BotError) {
    log.error('a job was refused', { ...about, code: error.code, reason: error.message, hint: error.hint });
    throw new UnrecoverableError(error.message);
  }
  log.error('a job failed unexpectedly', { ...about, error });
  throw error;
}

/** Back to the queue without using up an attempt. */
async function handBack(job: Job, token: string | undefined, delayMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}
