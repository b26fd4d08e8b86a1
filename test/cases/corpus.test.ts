import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FactsUsed, scoreCases, totalsOf } from '../../scripts/accuracy/score.ts';

/*
 * The bars: leading class ≥ 95 % with alternatives counted and ≥ 85 % without, fix ≥ 90 %, no manual change called noise.
 */

async function expectBars(folder: string, atLeast: number, facts: FactsUsed = 'all'): Promise<void> {
  const scores = await scoreCases(folder, facts);
  const { cases, strict, lenient, fix, manualCalledNoise } = totalsOf(scores);
  expect(cases).toBeGreaterThanOrEqual(atLeast);
  const misses = scores
    .filter(({ isLenient }) => !isLenient)
    .map(({ id, wanted, got }) => `${id}: ${wanted}, not ${got}`);
  expect(lenient / cases, misses.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(strict / cases).toBeGreaterThanOrEqual(0.85);
  expect(fix / cases).toBeGreaterThanOrEqual(0.9);
  expect(manualCalledNoise).toBe(0);
}

describe('labelled cases', () => {
  it('of our own hold the bars', async () => {
    await expectBars('test/cases/corpus', 300);
  });

  it('of our own hold them with only the facts that a live scan fetches', async () => {
    await expectBars('test/cases/corpus', 300, 'live');
  });

  it.runIf(existsSync('../shared/cases'))('of the shared collection hold the bars', async () => {
    await expectBars('../shared/cases', 67);
  });
});
