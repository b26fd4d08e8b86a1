import { setTimeout as sleep } from 'node:timers/promises';

export interface RateLimit {
  /** Resolves when the next request may leave. */
  wait(signal: AbortSignal | undefined): Promise<void>;
}

/** Token bucket with a burst of one second. */
export function makeRateLimit(perSecond: number): RateLimit {
  const gap = 1000 / perSecond;
  let nextFree = Number.NEGATIVE_INFINITY;
  return {
    async wait(signal) {
      const now = performance.now();
      const slot = Math.max(nextFree, now - 1000 + gap);
      nextFree = slot + gap;
      if (slot > now) await pause(slot - now, signal);
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
