import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { defined } from '../../core/model/defined.ts';
import type { RedisClient } from './connect.ts';
import { redisError } from './errors.ts';
import { makeKeys } from './keys.ts';

export interface SharedLimiter {
  /** Resolves when the next request may be sent, in order of arrival within this process. */
  take(signal?: AbortSignal): Promise<void>;
}

export interface SharedLimiterOptions {
  readonly instance: string;
  readonly perSecond: number;
  readonly prefix?: string;
}

/**
 * One budget for all processes that ask the same Argo CD. A second's requests may come at once; below one a second they are
 * spread. While Redis is away each process keeps to the budget by itself.
 */
export function makeSharedLimiter(
  redis: RedisClient,
  { instance, perSecond, prefix }: SharedLimiterOptions,
): SharedLimiter {
  const duration = perSecond < 1 ? Math.ceil(1 / perSecond) : 1;
  const budget = { points: Math.max(1, Math.floor(perSecond * duration)), duration };
  const limiter = new RateLimiterRedis({
    ...budget,
    storeClient: redis,
    keyPrefix: makeKeys(prefix).rates,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(budget),
  });

  async function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const wait = await askFor(limiter, instance);
      if (wait === 0) return;
      await sleep(wait, undefined, defined({ signal }));
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    take(signal) {
      const turn = last.then(() => waitForTurn(signal));
      last = turn.catch(() => undefined);
      return untilAborted(turn, signal);
    },
  };
}

/** Milliseconds until it is worth asking again; 0 = granted. */
async function askFor(limiter: RateLimiterRedis, instance: string): Promise<number> {
  try {
    await limiter.consume(instance);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw redisError(refusal);
    return Math.max(1, refusal.msBeforeNext);
  }
}

/** Who gives up in the middle of the queue need not wait for those before. */
function untilAborted<T>(turn: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return turn;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
