import { describe, expect, it } from 'vitest';
import { makePace } from '../../../../src/adapters/clock/pace.ts';

const HOUR_MS = 3_600_000;

describe('the pace', () => {
  it('is that of the clock unless told otherwise', () => {
    expect(makePace().scaled(1500)).toBe(1500);
  });

  it('shortens waits, and what waits elsewhere, by the same factor', async () => {
    const pace = makePace(1 / HOUR_MS);
    expect(pace.scaled(90 * HOUR_MS)).toBe(90);
    await pace.wait(HOUR_MS);
  });

  it('answers in whole milliseconds, which is what queues take', () => {
    expect(makePace(0.001).scaled(250)).toBe(0);
    expect(makePace(0.01).scaled(250)).toBe(3);
  });

  it('tells the time as it is, so that patience does not shrink', async () => {
    const pace = makePace(1 / HOUR_MS);
    const before = pace.now();
    await pace.wait(HOUR_MS);
    expect(pace.now() - before).toBeLessThan(HOUR_MS);
  });

  it.each([
    ['before', 0],
    ['while', 1],
  ])('ends with the reason of the signal that aborts %s it waits', async (_, after) => {
    const giveUp = new AbortController();
    const reason = new Error('enough');
    if (after === 0) giveUp.abort(reason);
    const waiting = makePace().wait(HOUR_MS, giveUp.signal);
    giveUp.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
