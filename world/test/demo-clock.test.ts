import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDemoClock } from '../demo-clock.ts';

describe('a demo clock', () => {
  it('runs along with its base, ahead by what it was told', () => {
    let base = Date.parse('2031-05-01T09:00:00Z');
    const clock = makeDemoClock({ now: () => new Date(base) });
    clock.advance(3_600_000);
    clock.advance(1000);
    expect(clock.now().toISOString()).toBe('2031-05-01T10:00:01.000Z');
    base += 5000;
    expect(clock.now().toISOString()).toBe('2031-05-01T10:00:06.000Z');
  });

  it.each([-1, Number.NaN])('refuses to advance by %d', (step) => {
    expect(() => makeDemoClock().advance(step)).toThrow(RangeError);
  });
});

describe('the simulated world', () => {
  it('asks no other clock for the time', () => {
    const files = globSync('world/{*.ts,{world,argocd,kubernetes,story,fleet}/**/*.ts}');
    const asking = files.filter((file) => /new Date\(\)|Date\.now/.test(readFileSync(file, 'utf8')));
    expect(files.length).toBeGreaterThan(100);
    expect(asking).toEqual(['world/demo-clock.ts']);
  });
});
