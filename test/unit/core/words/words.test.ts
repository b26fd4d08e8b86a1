import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../../src/core/model/fix.ts';
import { ago, lasted } from '../../../../src/core/words/age.ts';
import { count } from '../../../../src/core/words/count.ts';
import { firstLine, fixWords, proofWords } from '../../../../src/core/words/fix-words.ts';

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

const aFix = (parts: Partial<Fix>): Fix => ({
  kind: 'pin-in-git',
  direction: 'git',
  detail: 'state in Git what the API server fills in:\nspec: {}',
  paths: ['/spec/a', '/spec/b'],
  closes: null,
  hides: '',
  ...parts,
});

describe('fixes in words', () => {
  it.each([
    [aFix({}), 'pin 2 fields in Git'],
    [aFix({ kind: 'delete', paths: [''] }), 'check that nothing uses it, dump, delete'],
    [aFix({ kind: 'ignore-narrow', paths: [''] }), 'keep it and stop comparing it'],
    [
      aFix({ kind: 'fix-manifest', detail: 'name a StorageClass that exists\nmore' }),
      'name a StorageClass that exists',
    ],
  ])('%j', (fix, text) => {
    expect(fixWords(fix)).toBe(text);
  });

  it('counts fields only where every object has as many', () => {
    expect(fixWords(aFix({ closes: { closed: 6, of: 6 } }), 3)).toBe('pin 2 fields in Git');
    expect(fixWords(aFix({ closes: { closed: 5, of: 5 } }), 3)).toBe('pin these fields in Git');
    expect(fixWords(aFix({}), 3)).toBe('pin these fields in Git');
  });

  it('proves only what was proven', () => {
    expect(proofWords(aFix({}))).toBe('');
    expect(proofWords(aFix({ closes: { closed: 64, of: 64 } }))).toBe('closes 64 of 64');
  });

  it('takes the sentence and leaves the lines to paste', () => {
    expect(firstLine('state it:\nspec: {}')).toBe('state it');
  });
});
