/** When a channel gets its digest, in its own time zone. */
export interface DigestTime {
  /** `09:00`. */
  readonly at: string;
  readonly timeZone: string;
}

/** The local day and time of an instant: `2026-11-16`, `09:04`. */
export function localTime(now: Date, timeZone: string): { readonly day: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/**
 * The day whose digest is due now; undefined: none is. A time that the clock skips at the start of summer time is due when
 * the clock is past it; a time that comes twice is due once, because the day has been told by then.
 */
export function dueDay({ at, timeZone }: DigestTime, lastDay: string | undefined, now: Date): string | undefined {
  const { day, time } = localTime(now, timeZone);
  return time >= at && (lastDay === undefined || lastDay < day) ? day : undefined;
}
