import { localTime } from './local-time.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: MINUTE_MS,
  min: MINUTE_MS,
  h: 3_600_000,
  d: 86_400_000,
};
/** Redis, Slack and the story stay believable within it. */
const LONGEST_MS = 90 * 86_400_000;

const TO = /^(?:to\s+)?(tomorrow)?\s*(?:([01]?\d|2[0-3]):([0-5]\d))?$/;

/**
 * How far to move the clock: `90s`, `30m`, `1h`, `2d`, `to 09:00` for the next nine o'clock of that time zone, which is never
 * now, or `to tomorrow` for the next day's. undefined: none of them, or further than 90 days.
 */
export function parseAdvance(text: string, now: Date, timeZone: string): number | undefined {
  const words = text.trim().toLowerCase();
  const [, tomorrow, hour, minute] = TO.exec(words) ?? [];
  if (tomorrow !== undefined || hour !== undefined) {
    const midnight = tomorrow === undefined ? 0 : untilNext(0, now, timeZone);
    const from = new Date(now.getTime() + midnight);
    const minuteOfDay = Number(hour ?? 9) * 60 + Number(minute ?? 0);
    return midnight + (midnight > 0 && minuteOfDay === 0 ? 0 : untilNext(minuteOfDay, from, timeZone));
  }
  const [, amount, unit = ''] = /^(\d{1,6})\s*(s|m|min|h|d)$/.exec(words) ?? [];
  const milliseconds = Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
  return milliseconds > 0 && milliseconds <= LONGEST_MS ? milliseconds : undefined;
}

function untilNext(minuteOfDay: number, now: Date, timeZone: string): number {
  const ahead = (minuteOfDay - minuteOfDayAt(now, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const wholeMinute = now.getTime() - (now.getTime() % MINUTE_MS);
  const guess = wholeMinute + ahead * MINUTE_MS;
  // clocks may be put forward or back on the way
  const off = minuteOfDay - minuteOfDayAt(new Date(guess), timeZone);
  return guess + off * MINUTE_MS - now.getTime();
}

function minuteOfDayAt(instant: Date, timeZone: string): number {
  const [hours = '0', minutes = '0'] = localTime(instant, timeZone).time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
