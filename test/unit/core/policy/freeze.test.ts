import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, describeFreeze, type Freeze, freezeAt } from '../../../../src/core/policy/freeze.ts';

function aFreeze(parts: Partial<Freeze> = {}): Freeze {
  return {
    from: '2026-12-24',
    to: '2026-12-26',
    timeZone: 'Europe/Berlin',
    reason: 'holidays',
    instances: ['*'],
    projects: ['*'],
    ...parts,
  };
}
const HERE = { instance: 'prod', project: 'shop' };
const on = (at: string, ...freezes: readonly Freeze[]) => freezeAt(freezes, HERE, new Date(at));

describe('freezeAt', () => {
  it('counts days on the clock of its time zone, the last one whole', () => {
    expect(on('2026-12-23T22:59:59Z', aFreeze())).toBeUndefined();
    expect(on('2026-12-23T23:00:00Z', aFreeze())).toEqual({
      reason: 'holidays',
      until: { at: '2026-12-26T23:00:00.000Z', local: '2026-12-27 00:00', timeZone: 'Europe/Berlin' },
    });
    expect(on('2026-12-26T22:59:59Z', aFreeze())).toBeDefined();
    expect(on('2026-12-26T23:00:00Z', aFreeze())).toBeUndefined();
  });

  it.each([
    ['a time of that place', '2026-07-01T18:00', '2026-07-01T16:00:00.000Z'],
    ['an instant', '2026-07-01T18:00:00Z', '2026-07-01T18:00:00.000Z'],
    ['an instant with its offset', '2026-07-01T18:00:00-07:00', '2026-07-02T01:00:00.000Z'],
    ['a day in which the clock goes forward', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['a day in which it goes back', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['the end of a month', '2026-02-28', '2026-02-28T23:00:00.000Z'],
  ])('ends at %s', (_, to, until) => {
    const freeze = aFreeze({ from: '2026-01-01', to });
    expect(on('2026-01-15T00:00:00Z', freeze)?.until.at).toBe(until);
  });

  it('is told with its end on the clock of its place', () => {
    expect(describeFreeze(on('2026-12-25T00:00:00Z', aFreeze()))).toBe(
      'changes are frozen until 2026-12-27 00:00 Europe/Berlin: holidays',
    );
    expect(describeFreeze(undefined)).toBeUndefined();
  });

  it('holds where it says, and elsewhere not', () => {
    const freeze = aFreeze({ instances: ['prod*'], projects: ['shop', 'cart'] });
    const now = new Date('2026-12-25T00:00:00Z');
    expect(freezeAt([freeze], { instance: 'prod-eu', project: 'cart' }, now)).toBeDefined();
    expect(freezeAt([freeze], { instance: 'stage', project: 'cart' }, now)).toBeUndefined();
    expect(freezeAt([freeze], { instance: 'prod', project: 'platform' }, now)).toBeUndefined();
    expect(freezeAt([], HERE, now)).toBeUndefined();
  });

  it('is the one that ends last', () => {
    const release = aFreeze({ to: '2027-01-03', reason: 'release' });
    expect(on('2026-12-25T12:00:00Z', aFreeze(), release, aFreeze())?.reason).toBe('release');
    expect(on('2026-12-30T12:00:00Z', aFreeze(), release)?.reason).toBe('release');
  });

  it('never holds when it cannot be read', () => {
    const freeze = aFreeze({ from: '2026-02-30', to: '2026-12-31' });
    expect(boundsOf(freeze).from).toBeNaN();
    expect(on('2026-12-25T12:00:00Z', freeze)).toBeUndefined();
  });

  it('reads a wall clock as that clock shows it', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, times, (timeZone, time) => {
        const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
        const wall = format.format(time);
        const { from } = boundsOf({ from: wall.replace(' ', 'T'), to: '2040-01-01', timeZone });
        expect(format.format(from)).toBe(wall);
      }),
    );
  });
});
