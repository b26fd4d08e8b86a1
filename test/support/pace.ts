import { makePace } from '../../src/adapters/clock/pace.ts';
import type { Pace } from '../../src/ports/pace.ts';

/** Waits a part of what is asked for and takes it for the whole: patience ends after as many looks as it does in production. */
export function makeShortPace(factor: number): Pace {
  const pace = makePace(factor);
  let waited = 0;
  return {
    ...pace,
    async wait(milliseconds, signal) {
      await pace.wait(milliseconds, signal);
      waited += milliseconds;
    },
    now: () => waited,
  };
}
