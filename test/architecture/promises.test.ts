import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* docs/promises.md names the test behind each promise: one that is renamed or deleted takes its promise along. */

const PAGE = readFileSync('docs/promises.md', 'utf8');
const NAMED = /`(test\/[^`]+\.test\.ts)` “([^”]+)”/g;

interface Named {
  readonly file: string;
  readonly name: string;
}

function namedIn(text: string): readonly Named[] {
  return [...text.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
}

/** As a title in the file's source, whichever quotes it has. */
function exists({ file, name }: Named): boolean {
  if (!existsSync(file)) return false;
  const source = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}, `));
}

describe('docs/promises.md', () => {
  const promises = PAGE.split('\n').filter((line) => line.startsWith('| ') && !/^\| (promise|change) \|/.test(line));

  it('names a test for every promise', () => {
    expect(promises.length).toBeGreaterThan(30);
    expect(promises.filter((line) => namedIn(line).length === 0)).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(namedIn(PAGE).filter((named) => !exists(named))).toEqual([]);
  });

  it('mentions no test file in another way', () => {
    expect(PAGE.match(/test\/[\w./-]+\.test\.ts/g)?.length).toBe(namedIn(PAGE).length + 1);
  });

  it('would notice one that does not', () => {
    const file = 'test/architecture/promises.test.ts';
    // in two parts, or this line would be found
    expect(exists({ file, name: ['names only', 'promises'].join(' ') })).toBe(false);
    expect(exists({ file: 'test/architecture/nowhere.test.ts', name: 'names only tests that exist' })).toBe(false);
  });

  it.each(['delete', 'adopt', 'revert', 'selective sync', 'rollback', 'terminate', 'restart', 'labels', 'restore'])(
    'has a promise about %s',
    (kind) => {
      expect(promises.some((line) => line.split('|')[1]?.includes(kind))).toBe(true);
    },
  );
});
