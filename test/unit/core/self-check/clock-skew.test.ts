import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skewOf } from '../../../../src/core/self-check/clock-skew.ts';

const START = Date.parse('2026-11-16T09:00:00Z');

/** Their clock is ahead of ours by `ahead`; they are asked `after` ms after `before` and answer within `took`. */
function reading(ahead: number, offset: number, heard: number, took: number) {
  const before = START + offset;
  const theirs = before + heard + ahead;
  return {
    before: new Date(before),
    says: new Date(Math.floor(theirs / 1000) * 1000),
    after: new Date(before + heard + took),
  };
}

const ms = fc.integer({ min: 0, max: 60_000 });

it('never claims more than there is, and never the wrong side', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), ms, ms, ms, (ahead, offset, heard, took) => {
      const skew = skewOf(reading(ahead, offset, heard, took));
      expect(Math.abs(skew)).toBeLessThanOrEqual(Math.abs(ahead));
      expect(skew * ahead).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('misses no more than the question took, and a second', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), ms, ms, ms, (ahead, offset, heard, took) => {
      const skew = skewOf(reading(ahead, offset, heard, took));
      expect(Math.abs(ahead) - Math.abs(skew)).toBeLessThanOrEqual(heard + took + 1000);
    }),
  );
});
