import type { Pace } from '../ports/pace.ts';

export type JobPace = Pick<Pace, 'scaled'>;

export const UNHURRIED: JobPace = { scaled: (milliseconds) => milliseconds };

/** Doubles with every try. */
const FIRST_PAUSE_MS = 2000;

/** What BullMQ waits between the tries of a job that failed. */
export function backoffAt({ scaled }: JobPace) {
  return { type: 'exponential', delay: scaled(FIRST_PAUSE_MS) } as const;
}

/** The same, for jobs that come in numbers and should not come back at once. */
export function scatteredBackoffAt(pace: JobPace) {
  return { ...backoffAt(pace), jitter: 0.5 } as const;
}
