import { describe, expect, it } from 'vitest';
import { dueDay } from '../../../../src/core/digest/due.ts';

const berlin = { at: '09:00', timeZone: 'Europe/Berlin' };

describe('the day whose digest is due', () => {
  it.each([
    ['before the time of day', '2026-11-16T07:59:00Z', '2026-11-15', undefined],
    ['at the time of day, in the channel’s zone', '2026-11-16T08:00:00Z', '2026-11-15', '2026-11-16'],
    ['when the day was told', '2026-11-16T08:30:00Z', '2026-11-16', undefined],
    ['late, after an outage', '2026-11-16T20:00:00Z', '2026-11-15', '2026-11-16'],
    ['for the first time', '2026-11-16T08:00:00Z', undefined, '2026-11-16'],
    ['in summer time', '2026-07-16T07:00:00Z', '2026-07-15', '2026-07-16'],
  ])('%s', (_, now, last, expected) => {
    expect(dueDay(berlin, last, new Date(now))).toBe(expected);
  });

  it('comes on the day the clock skips the time, and only once when the time comes twice', () => {
    const skipped = { at: '02:30', timeZone: 'Europe/Berlin' };
    expect(dueDay(skipped, '2026-03-28', new Date('2026-03-29T00:59:00Z'))).toBeUndefined();
    expect(dueDay(skipped, '2026-03-28', new Date('2026-03-29T01:00:00Z'))).toBe('2026-03-29');
    expect(dueDay(skipped, '2026-10-25', new Date('2026-10-25T01:30:00Z'))).toBeUndefined();
  });
});
