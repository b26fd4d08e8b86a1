/**
 * Since when an app was last Healthy, whatever Argo CD calls its state now. Argo CD resets its own time at every flap;
 * this clock ends only after the app has been Healthy for long enough.
 */
export interface HealthClock {
  readonly notHealthySince?: string;
  /** It may be longer: the first look already found it not Healthy. */
  readonly atLeast?: boolean;
  /** Healthy again since; the clock still runs until this is old enough. */
  readonly healthySince?: string;
}

export interface SeenHealth {
  readonly status: string;
  readonly at: string;
  /** The earliest proof of ill health that this look found, where it is older than the look. */
  readonly provenSince?: string;
}

/** Paused on purpose and unknown to Argo CD are not signs of a broken app. */
const QUIET = new Set(['Healthy', 'Suspended', 'Unknown', '']);

export function isQuiet(status: string): boolean {
  return QUIET.has(status);
}

export function advanceHealthClock(
  clock: HealthClock | undefined,
  { status, at, provenSince }: SeenHealth,
  healthyForMs: number,
): HealthClock {
  if (!isQuiet(status)) return started(clock, at, provenSince);
  if (clock?.notHealthySince === undefined) return {};
  if (status !== 'Healthy') return clock;
  const healthySince = clock.healthySince ?? at;
  const isOver = Date.parse(at) - Date.parse(healthySince) >= healthyForMs;
  return isOver ? {} : { ...clock, healthySince };
}

function started(clock: HealthClock | undefined, at: string, provenSince: string | undefined): HealthClock {
  const known = clock?.notHealthySince;
  const earliest = [known, provenSince].filter((time) => time !== undefined && time !== '').toSorted()[0] ?? at;
  const atLeast = clock === undefined || (clock.atLeast === true && earliest === known);
  return { notHealthySince: earliest, ...(atLeast ? { atLeast: true } : {}) };
}
