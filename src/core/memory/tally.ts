import type { AppRow } from './app-record.ts';
import type { Snapshot } from './snapshot.ts';

/** One day of an instance, as its last snapshot left it. */
export interface DailyTally {
  /** `2026-11-16`, in UTC. */
  readonly day: string;
  readonly apps: number;
  readonly outOfSync: number;
  readonly notHealthy: number;
  /** Findings by class. */
  readonly byClass: Readonly<Record<string, number>>;
  /** OutOfSync by slice, so that a channel's trend is its own. */
  readonly slices: Readonly<Record<string, number>>;
}

export function tallyOf(
  { apps, outOfSync, notHealthy, slices }: Snapshot,
  rows: readonly AppRow[],
  now: string,
): DailyTally {
  const classes = Map.groupBy(
    rows.flatMap(({ findings }) => findings),
    ({ driftClass }) => driftClass,
  );
  return {
    day: now.slice(0, 10),
    apps,
    outOfSync,
    notHealthy: notHealthy.length,
    byClass: Object.fromEntries([...classes].map(([driftClass, findings]) => [driftClass, findings.length])),
    slices: Object.fromEntries(Object.entries(slices).map(([id, slice]) => [id, slice.outOfSync])),
  };
}
