import { describe, expect, it } from 'vitest';
import { firstLine, fixWords, proofWords } from '../../../../src/core/fix/fix-words.ts';
import type { Fix } from '../../../../src/core/model/fix.ts';

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
