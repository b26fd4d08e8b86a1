import { describe, expect, it } from 'vitest';
import { ago, lasted } from '../../../../src/core/words/age.ts';
import { count } from '../../../../src/core/words/count.ts';

const now = new Date('2026-04-22T12:00:41Z');

describe('ages', () => {
  it.each([
    ['2026-04-22T12:00:00Z', '41 s'],
    ['2026-04-22T11:30:00Z', '30 min'],
    ['2026-04-22T07:00:00Z', '5 h'],
    ['2026-04-01T12:00:00Z', '21 d'],
    ['2026-04-22T13:00:00Z', '0 s'],
    ['nonsense', 'an unknown time'],
  ])('%s is %s ago', (since, text) => {
    expect(ago(since, now)).toBe(text);
  });

  it('tells a length of time in the same words', () => {
    expect(lasted(9 * 86_400_000)).toBe('9 d');
    expect(lasted(Number.POSITIVE_INFINITY)).toBe('an unknown time');
  });
});

describe('counts', () => {
  it.each([
    [0, 'app', '0 apps'],
    [1, 'app', '1 app'],
    [2, 'NetworkPolicy', '2 NetworkPolicies'],
    [2, 'Ingress', '2 Ingresses'],
    [3, 'Gateway', '3 Gateways'],
  ])('%i %s is %s', (amount, noun, text) => {
    expect(count(amount, noun)).toBe(text);
  });
});
