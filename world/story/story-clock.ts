import type { WorldClock } from '../cluster/types.ts';

const DAY = 86_400_000;

/** The world's clock, and a way to let the past of the story happen in the past. */
export interface StoryClock extends WorldClock {
  daysAgo<T>(days: number, happen: () => T): T;
}

export function makeStoryClock(clock: WorldClock): StoryClock {
  let offset = 0;
  return {
    now: () => new Date(clock.now().getTime() - offset),
    daysAgo(days, happen) {
      const before = offset;
      offset = days * DAY;
      try {
        return happen();
      } finally {
        offset = before;
      }
    },
  };
}
