/** What a clock said, and our instants before and after it was asked. It tells whole seconds and cuts off the rest. */
export interface ClockReading {
  readonly before: Date;
  readonly says: Date;
  readonly after: Date;
}

const SECOND_MS = 1000;

/** By how many milliseconds it is ahead of ours at the least; negative: behind. 0: nothing is proven. */
export function skewOf({ before, says, after }: ClockReading): number {
  const earliest = says.getTime();
  const latest = earliest + SECOND_MS;
  if (earliest > after.getTime()) return earliest - after.getTime();
  return Math.min(0, latest - before.getTime());
}
