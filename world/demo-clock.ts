import type { WorldClock } from './cluster/types.ts';

/** The time of day: the one place of the simulated world that asks for it. */
export const wallClock: WorldClock = { now: () => new Date() };

/** A clock that can be told to go ahead. Nothing runs by itself while it jumps: the world catches up when it settles. */
export interface DemoClock extends WorldClock {
  advance(milliseconds: number): void;
}

/** Runs along with `base`, ahead of it by what it was told. */
export function makeDemoClock(base: WorldClock = wallClock): DemoClock {
  let ahead = 0;
  return {
    now: () => new Date(base.now().getTime() + ahead),
    advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError(`a clock goes forward only, not by ${milliseconds} ms`);
      ahead += milliseconds;
    },
  };
}
