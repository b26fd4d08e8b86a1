import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../../core/model/defined.ts';
import type { Pace } from '../../ports/pace.ts';

/** Real timers; `factor` 0.01 makes every wait a hundredth of what it is, `limits` 10 every limit ten times as long. */
export function makePace(factor = 1, limits = 1): Pace {
  const scaled = (milliseconds: number) => Math.round(milliseconds * factor);
  return {
    async wait(milliseconds, signal) {
      try {
        await sleep(scaled(milliseconds), undefined, defined({ signal }));
      } catch (error) {
        // timers throw an AbortError of their own
        signal?.throwIfAborted();
        throw error;
      }
    },
    scaled,
    limit: (milliseconds) => milliseconds * limits,
    now: () => performance.now(),
  };
}
