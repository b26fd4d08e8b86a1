import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance as arguments, so that tests neither wait nor flake. */
export interface Timing {
  /** Milliseconds; only differences matter. */
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1. */
  random(): number;
}

export const realTiming: Timing = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    }),
  random: Math.random,
};
