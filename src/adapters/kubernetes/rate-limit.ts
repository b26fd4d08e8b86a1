import { setTimeout as sleep } from 'node:timers/promises';

export interface RateLimit {
  /** Resolves when the next request may leave. */
  wait(signal: AbortSignal | undefined): Promise<void>;
}

/** Time as an argument, so that tests need not wait. */
interface LimitTiming {
  now(): number;
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

const realTiming: LimitTiming = { now: () => performance.now(), pause };

/** Token bucket with a burst of one second. */
export function makeRateLimit(perSecond: number, timing = realTiming): RateLimit {
  const gap = 1000 / perSecond;
  let nextFree = Number.NEGATIVE_INFINITY;
  return {
    async wait(signal) {
      const now = timing.now();
      const slot = Math.max(nextFree, now - 1000 + gap);
      nextFree = slot + gap;
      if (slot > now) await timing.pause(slot - now, signal);
    },
  };
}

/** Rejects with the signal's own reason. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
