import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../scripts/configuration-page.ts';
import { ruleComment } from '../../scripts/drift-classes-page.ts';
import { GENERATED } from '../../scripts/generated-files.ts';

describe('what npm run docs writes', () => {
  it.each(Object.entries(GENERATED))('%s is up to date', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text());
  });

  it('describes every setting', () => {
    expect(settings().length).toBeGreaterThan(40);
    expect(settings().filter(({ description }) => description === '')).toEqual([]);
  });

  it('takes the comment of a rule and nothing that stands above it', () => {
    const source = [
      "import { resourceRule } from '../rule.ts';",
      '/** What a stamp looks like. */',
      'const STAMP = /[0-9a-f]{32}/;',
      '',
      '/**',
      ' * A hash on both sides.',
      ' * Nobody wrote it.',
      ' */',
      'export const volatileStamp = resourceRule({',
    ].join('\n');
    expect(ruleComment(source)).toBe('A hash on both sides. Nobody wrote it.');
  });

  it('leaks no source text into the page of drift classes', () => {
    const entries = (GENERATED['docs/drift-classes.md']?.() ?? '').split('\n').filter((line) => line.startsWith('- `'));
    expect(entries.length).toBeGreaterThan(40);
    expect(entries.filter((line) => /\*\/|\bconst [A-Za-z_]+ =|=> /.test(line))).toEqual([]);
    expect(entries.filter((line) => line.endsWith(' '))).toEqual([]);
  });
});

describe('the maps of docs/ARCHITECTURE.md', () => {
  const mapped = foldersIn(readFileSync('docs/ARCHITECTURE.md', 'utf8'));
  const folders = ['src', 'world', 'test', 'scripts'].flatMap((root) =>
    globSync([`${root}/*`, `${root}/*/*`], { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative('.', join(entry.parentPath, entry.name))),
  );

  it('have a line for every folder, down to two levels', () => {
    expect(folders.length).toBeGreaterThan(100);
    expect(folders.filter((folder) => mapped.get(folder) === undefined)).toEqual([]);
  });

  it('have no line for a folder that is not there', () => {
    const gone = [...mapped.keys()].filter((folder) => globSync(folder).length === 0);
    expect(gone).toEqual([]);
  });
});

/** Folder → what its map says of it. A line may name several folders; one without a sentence only leads to the next. */
function foldersIn(page: string): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const [, tree = ''] of page.matchAll(/^```\n([\s\S]*?)^```$/gm)) {
    const above: string[] = [];
    for (const [, indent = '', names = '', sentence] of tree.matchAll(/^( *)((?:[\w-]+\/ ?)+)(?: +(\S.*))?$/gm)) {
      const parent = above.slice(0, indent.length / 2);
      for (const name of names.trim().split(' ')) {
        const path = [...parent, name.slice(0, -1)];
        found.set(path.join('/'), sentence ?? found.get(path.join('/')));
        above.splice(parent.length, above.length, name.slice(0, -1));
      }
    }
  }
  return found;
}
