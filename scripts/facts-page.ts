import { globSync, readFileSync } from 'node:fs';

/* docs/facts.md is written by hand, except for the lines that say which files rely on a fact. */

const PAGE = 'docs/facts.md';
const CITATION = /docs\/facts\.md#([a-z0-9-]+)/g;
const USED_BY = 'Used by:';

interface Citation {
  readonly file: string;
  readonly anchor: string;
}

export function citations(): readonly Citation[] {
  return globSync('{src,world,test,scripts,bench}/**/*.ts')
    .toSorted()
    .flatMap((file) => {
      const anchors = [...readFileSync(file, 'utf8').matchAll(CITATION)].map(([, anchor = '']) => anchor);
      return [...new Set(anchors)].map((anchor) => ({ file, anchor }));
    });
}

/** The anchors that GitHub makes of the headings of a page. */
export function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#{2,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** The anchors of the facts alone; the headings above them group them. */
export function factsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

export function factsPage(): string {
  const cited = citations();
  const sections = readFileSync(PAGE, 'utf8').split(/^(?=### )/m);
  return sections
    .map((section) => {
      const [anchor] = factsOf(section);
      const files = cited.filter((citation) => citation.anchor === anchor).map(({ file }) => `\`${file}\``);
      return section.replace(new RegExp(`^${USED_BY}.*$`, 'm'), () => `${USED_BY} ${files.join(', ')}`);
    })
    .join('');
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
