import { coversSlice, parseSliceId } from '../memory/slice.ts';
import type { DailyTally } from '../memory/tally.ts';
import type { Scope } from '../model/fleet-scope.ts';
import type { Trend } from './digest.ts';

/** OutOfSync day by day, oldest first, counted only where the scope covers. */
export function scopeTrend(tallies: readonly DailyTally[], scope: Scope): Trend {
  const days = Map.groupBy(tallies, ({ day }) => day);
  return {
    days: [...days]
      .map(([day, some]) => ({ day, outOfSync: some.reduce((sum, tally) => sum + covered(tally, scope), 0) }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

function covered({ slices }: DailyTally, scope: Scope): number {
  return Object.entries(slices).reduce(
    (sum, [id, outOfSync]) => (coversSlice(scope, parseSliceId(id)) ? sum + outOfSync : sum),
    0,
  );
}
