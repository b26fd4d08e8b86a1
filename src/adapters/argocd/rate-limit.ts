import type { Timing } from './timing.ts';

export interface RateLimit {
  /** Resolves when the next request may be sent, in order of arrival. */
  take(signal?: AbortSignal): Promise<void>;
}

/**
 * A bucket of one second's requests that refills evenly, kept as one number: the time at which the bucket would be full
 * again. A waiter that gives up hands its place to whoever comes next.
 */
export function makeRateLimit(perSecond: number, timing: Pick<Timing, 'now' | 'sleep'>): RateLimit {
  const interval = 1000 / perSecond;
  const burst = Math.max(1, Math.floor(perSecond)) * interval;
  let fullAt = 0;

  return {
    async take(signal) {
      signal?.throwIfAborted();
      const now = timing.now();
      fullAt = Math.max(fullAt, now) + interval;
      const wait = fullAt - burst - now;
      if (wait <= 0) return;
      try {
        await timing.sleep(wait, signal);
      } catch (error) {
        fullAt -= interval;
        throw error;
      }
    },
  };
}
