import { makePace } from '../../src/adapters/clock/pace.ts';
import type { Pace } from '../../src/ports/pace.ts';

/**
 * Where a wait ends that should have ended by an event: only a hang gets there, on a machine that is as busy as may be. Below the
 * limit of a test, so that it can say what it waited for.
 */
export const PATIENCE_MS = 240_000;

/** Waits are short, limits are long: nothing depends on how fast the machine is. */
export const UNHURRIED: Pace = makePace(0.01, 40);

/** The same, with other limits for some: what is about them would take long otherwise. */
export function limitedTo(limits: Readonly<Record<number, number>>): Pace {
  return { ...UNHURRIED, limit: (milliseconds) => limits[milliseconds] ?? UNHURRIED.limit(milliseconds) };
}

/** The same of the simulated Slack, whose three seconds end on a busy machine before anybody had a chance. */
export const UNHURRIED_SLACK = { ackTimeoutMs: 120_000, triggerLifetimeMs: 120_000 } as const;

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
