import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, citations, factsOf } from '../../scripts/facts-page.ts';

/*
 * A comment that leans on a document leans on one that every reader has: a file of this repository, or an address. What the
 * code relies on about Argo CD, Kubernetes and Slack is in docs/facts.md.
 */

const cited = citations();
const facts = readFileSync('docs/facts.md', 'utf8');
const SOURCES = '{src,world,test,scripts,bench}/**/*.ts';

describe('documents that comments refer to', () => {
  it('are in the repository', () => {
    const outside = globSync(SOURCES).flatMap((file) =>
      commentsOf(readFileSync(file, 'utf8')).flatMap((comment) =>
        outsideReferences(comment, file).map((reference) => `${file}: ${reference}`),
      ),
    );
    expect(outside).toEqual([]);
  });

  it.each([
    ['see GUIDE §4', ['§']],
    ['as (GUIDELINE 7) says', ['(GUIDELINE 7)']],
    ['see notes/THINGS.md', ['notes/THINGS.md']],
    ['docs/no-such-page.md has it', ['docs/no-such-page.md']],
    ['ADR 99 has the reasons', ['ADR 99']],
    ['docs/approvals.md, ADR 12, docs/facts.md#hooks', []],
    ['https://example.com/README.md and HTTP 404', []],
  ])('%s is judged', (comment, outside) => {
    expect(outsideReferences(comment, 'src/main.ts')).toEqual(outside);
  });
});

describe('docs/facts.md', () => {
  it('has every fact that a comment cites', () => {
    const anchors = anchorsOf(facts);
    const unknown = cited.filter(({ anchor }) => !anchors.includes(anchor));
    expect(unknown).toEqual([]);
  });

  it.each(factsOf(facts))('%s is cited, and says where it comes from', (fact) => {
    expect(cited.some(({ anchor }) => anchor === fact)).toBe(true);
    const section = facts.split(/^(?=### )/m).find((text) => factsOf(text)[0] === fact);
    expect(section).toMatch(/^Source: \S/m);
    expect(section).toMatch(/^Used by: `/m);
  });
});

function commentsOf(source: string): readonly string[] {
  return source.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? [];
}

function outsideReferences(comment: string, file: string): readonly string[] {
  const text = comment.replace(/https?:\/\/\S+/g, '');
  const pages = text.match(/[\w./-]*\w\.md\b/g) ?? [];
  const records = text.match(/\bADR \d+/g) ?? [];
  return [
    ...(text.match(/§/g) ?? []),
    ...(text.match(/\([A-Z]{5,} \d+\)/g) ?? []),
    ...pages.filter((page) => !existsSync(page) && !existsSync(join(dirname(file), page))),
    ...records.filter((record) => globSync(`docs/adr/${record.slice(4).padStart(4, '0')}-*.md`).length === 0),
  ];
}
