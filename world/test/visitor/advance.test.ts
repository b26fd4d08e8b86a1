import { describe, expect, it } from 'vitest';
import { parseAdvance } from '../../visitor/advance.ts';
import { localTime } from '../../visitor/local-time.ts';

const BERLIN = 'Europe/Berlin';
const now = new Date('2026-03-02T10:30:20Z');

describe('how far the clock is moved', () => {
  it.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['5 min', 300_000],
    ['1h', 3_600_000],
    ['2D', 172_800_000],
    ['90d', 7_776_000_000],
  ])('%s', (text, milliseconds) => {
    expect(parseAdvance(text, now, BERLIN)).toBe(milliseconds);
  });

  it.each(['', '0h', 'h', '1w', '-1h', '91d', '25:00', 'to nine', 'to', '1.5h'])('refuses %j', (text) => {
    expect(parseAdvance(text, now, BERLIN)).toBeUndefined();
  });

  it.each([
    ['to 12:00', '2026-03-02', '12:00'],
    ['to 09:00', '2026-03-03', '09:00'],
    ['9:00', '2026-03-03', '09:00'],
    ['to 11:30', '2026-03-03', '11:30'],
    ['to tomorrow', '2026-03-03', '09:00'],
    ['tomorrow 23:15', '2026-03-03', '23:15'],
    ['to tomorrow 00:00', '2026-03-03', '00:00'],
  ])('%s is the next one', (text, day, time) => {
    const there = new Date(now.getTime() + (parseAdvance(text, now, BERLIN) ?? 0));
    expect(localTime(there, BERLIN)).toEqual({ day, time });
    expect(there.getTime() % 60_000).toBe(0);
  });

  it.each(['2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z'])('is right over the change of clocks after %s', (start) => {
    const before = new Date(start);
    const there = new Date(before.getTime() + (parseAdvance('to 09:00', before, BERLIN) ?? 0));
    expect(localTime(there, BERLIN).time).toBe('09:00');
  });
});
