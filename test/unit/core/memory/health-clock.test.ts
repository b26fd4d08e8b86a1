import { describe, expect, it } from 'vitest';
import { advanceHealthClock, type HealthClock } from '../../../../src/core/memory/health-clock.ts';
import { at, MINUTE } from '../../../support/memory-builders.ts';

const TEN = 10 * MINUTE;

function afterSeeing(...seen: readonly (readonly [minutes: number, status: string])[]): HealthClock | undefined {
  return seen.reduce<HealthClock | undefined>(
    (clock, [minutes, status]) => advanceHealthClock(clock, { status, at: at(minutes) }, TEN),
    undefined,
  );
}

describe('the health clock', () => {
  it('does not run for a Healthy app', () => {
    expect(afterSeeing([0, 'Healthy'], [5, 'Healthy'])).toEqual({});
  });

  it('starts when the app stops being Healthy, and knows that it saw the start', () => {
    expect(afterSeeing([0, 'Healthy'], [5, 'Progressing'])).toEqual({ notHealthySince: at(5) });
  });

  it('says at least when the first look already found it so', () => {
    expect(afterSeeing([0, 'Degraded'])).toEqual({ notHealthySince: at(0), atLeast: true });
  });

  it('keeps running through flaps between states and short recoveries', () => {
    const flapping = afterSeeing(
      [0, 'Healthy'],
      [5, 'Progressing'],
      [6, 'Degraded'],
      [8, 'Healthy'],
      [12, 'Progressing'],
    );
    expect(flapping).toEqual({ notHealthySince: at(5) });
  });

  it('ends only after the app has been Healthy for long enough', () => {
    const steps = [
      [0, 'Healthy'],
      [5, 'Degraded'],
      [8, 'Healthy'],
    ] as const;
    expect(afterSeeing(...steps, [17, 'Healthy'])).toEqual({ notHealthySince: at(5), healthySince: at(8) });
    expect(afterSeeing(...steps, [18, 'Healthy'])).toEqual({});
  });

  it.each(['Unknown', 'Suspended', ''])('stands still while Argo CD says %j', (status) => {
    expect(afterSeeing([0, status])).toEqual({});
    expect(afterSeeing([0, 'Healthy'], [5, 'Degraded'], [30, status])).toEqual({ notHealthySince: at(5) });
  });

  it('believes an older proof, such as the age of the crash-looping pod', () => {
    const clock = advanceHealthClock(undefined, { status: 'Progressing', at: at(0), provenSince: at(-500) }, TEN);
    expect(clock.notHealthySince).toBe(at(-500));
    expect(
      advanceHealthClock(clock, { status: 'Progressing', at: at(5), provenSince: at(-100) }, TEN).notHealthySince,
    ).toBe(at(-500));
  });
});
