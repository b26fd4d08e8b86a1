import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../../../src/core/model/glob.ts';

/** The same by a regular expression, which takes for ever for some. */
function matchesForm(glob: string, text: string): boolean {
  const form = glob
    .split(/(\*+|\?)/)
    .map((part) => (part.startsWith('*') ? '.*' : part === '?' ? '.' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${form}$`, 's').test(text);
}

describe('a glob', () => {
  it('matches as the regular expression of the same meaning does', () => {
    const globs = fc.string({ unit: fc.constantFrom(...'ab.?**'), maxLength: 8 });
    const texts = fc.string({ unit: fc.constantFrom(...'ab.\n'), maxLength: 10 });
    fc.assert(
      fc.property(globs, texts, (glob, text) => {
        expect(matchesGlob(glob, text)).toBe(matchesForm(glob, text));
      }),
      { numRuns: 2000 },
    );
  });

  it('with many stars ends', () => {
    expect(matchesGlob('*a'.repeat(60), `${'a'.repeat(20_000)}b`)).toBe(false);
    expect(matchesGlob('*a'.repeat(60), 'a'.repeat(20_000))).toBe(true);
  });
});
