import { describe, expect, it } from 'vitest';
import { nextOpening } from '../../../../src/adapters/argocd/next-opening.ts';
import type { SyncWindow } from '../../../../src/core/model/observation.ts';

const now = new Date('2026-04-11T23:30:00Z'); // a Saturday; 01:30 on Sunday in Berlin

function window(parts: Partial<SyncWindow>): SyncWindow {
  return { kind: 'allow', schedule: '0 9 * * *', duration: '8h', timeZone: 'UTC', manualSync: false, ...parts };
}
const night = window({ kind: 'deny', schedule: '0 22 * * *' });

describe('the next opening', () => {
  it.each<[string, readonly SyncWindow[], string | undefined]>([
    ['the start of the allow window', [window({})], '2026-04-12 09:00 UTC'],
    ['on the wall clock of the window', [window({ timeZone: 'Europe/Berlin' })], '2026-04-12 09:00 Europe/Berlin'],
    ['the next working day', [window({ schedule: '0 9 * * 1-5' })], '2026-04-13 09:00 UTC'],
    ['the end of the deny window', [night], '2026-04-12 06:00 UTC'],
    [
      'the end of the last of several deny windows',
      [night, window({ kind: 'deny', schedule: '0 4 * * *', duration: '3h30m' })],
      '2026-04-12 07:30 UTC',
    ],
    [
      'the end of the deny window within an allow window',
      [window({ schedule: '0 0 * * *', duration: '24h' }), night],
      '2026-04-12 06:00 UTC',
    ],
    ['the earliest of several allow windows', [window({}), window({ schedule: '0 3 * * *' })], '2026-04-12 03:00 UTC'],
    ['unknown where it is open now', [window({ schedule: '0 23 * * *' })], undefined],
    ['unknown where no window is assigned', [], undefined],
    ['unknown where a zone is unknown', [window({ timeZone: '' })], undefined],
    ['unknown where a zone does not exist', [window({ timeZone: 'Europe/Atlantis' })], undefined],
    ['unknown where a schedule is no cron expression', [window({ schedule: 'nightly' })], undefined],
    ['unknown where a duration is none', [window({ duration: 'a while' })], undefined],
    ['unknown where it never opens', [window({ kind: 'deny', schedule: '* * * * *', duration: '1h' })], undefined],
  ])('is %s', (_, windows, expected) => {
    const opening = nextOpening(windows, now);
    expect(opening && `${opening.local} ${opening.timeZone}`).toBe(expected);
  });

  it('is the same moment in UTC', () => {
    expect(nextOpening([window({ timeZone: 'Europe/Berlin' })], now)?.at).toBe('2026-04-12T07:00:00.000Z');
  });
});
