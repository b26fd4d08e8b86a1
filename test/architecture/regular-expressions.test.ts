import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isLinearByShape, regexLiteralsIn } from '../support/regex-literals.ts';

/*
 * Nobody stops the service with a string (ADR 16). A form that repeats something without an upper bound, and then wants
 * something else, may read the same text again from every place. Such a form is named here, with why it does not.
 */

/** Files whose forms see short texts only. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'src/core/drift/failure/apply-families.ts':
    'recognise.ts gives them both ends of a message, 4,500 characters at most',
  'src/core/drift/failure/compare-families.ts': 'as above',
  'src/core/drift/failure/render-families.ts': 'as above',
  'src/core/drift/failure/source-families.ts': 'as above',
  'src/core/drift/failure/recognise.ts': 'as above',
  'src/core/drift/failure/failure.ts': 'both ends of a message',
  'src/core/drift/rules/cannot-compare.ts': 'both ends of a message',
  'src/core/drift/health/event-cause.ts': 'an event’s text is cut to the length that Kubernetes allows',
  'src/adapters/argocd/address.ts': 'configuration',
  'src/adapters/kubernetes/access.ts': 'configuration',
  'src/adapters/redis/address.ts': 'configuration',
  'src/config/load.ts': 'configuration',
  'src/config/schema.ts': 'configuration',
  'src/config/values.ts': 'configuration',
  'src/adapters/argocd/next-opening.ts': 'a duration has 100 characters at most',
  'src/adapters/kubernetes/bundle-secrets.ts': 'a label’s value, cut to 63 characters',
  'src/adapters/argocd/split-items.ts': 'the last 64 bytes before a list',
};

const ENDS_ITSELF = 'each repeat ends at a character that it excludes, so there is one way to read it';
const EXCLUDES_ITS_START =
  'no two places read the same characters: what is repeated excludes what the form begins with';

/** Forms, wherever they stand. */
const REVIEWED: Readonly<Record<string, string>> = {
  '^permission denied: ([^,]+), ([^,]+), ([^,]+), sub: ([^,]+)': ENDS_ITSELF,
  '^\\s*\\d+\\s*$': ENDS_ITSELF,
  '^=====.*=$': 'begins at the start of a line and reads it once',
  '^(?:(?!-----BEGIN )[\\s\\S])*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----': ENDS_ITSELF,
  '^([^:]+):([^/:]*)\\/([^:]+):([^/]*)\\/(.+)$': ENDS_ITSELF,
  '^([+-]?)((?:\\d{1,18}(?:\\.\\d{1,9})?(?:ns|us|µs|ms|s|m|h))+)$': ENDS_ITSELF,
  '(\\d+)(?:\\.(\\d+))?(ns|us|µs|ms|s|m|h)': 'reads what the form above has taken: 18 digits at most',
  '^(\\+{8,}|‹masked \\d+›)$': ENDS_ITSELF,
  '‹masked \\d+›|^\\+{8,}$': EXCLUDES_ITS_START,
  '"([^"]*)"|\'([^\']*)\'|(\\S+)': 'only the last quote of a kind can be without its partner',
  '<([#@!]?)([^<>|]*)(?:\\|([^<>]*))?>': EXCLUDES_ITS_START,
  'applications (\\S+) and (\\S+)|different application: (\\S+)': EXCLUDES_ITS_START,
  '\\([^(]*dry run\\)': EXCLUDES_ITS_START,
  '\\/(initContainers|containers)\\/\\d+$': EXCLUDES_ITS_START,
  '\\/(annotations|labels)\\/[^/]+$': EXCLUDES_ITS_START,
};

/** Long forms, by how they begin. */
const REVIEWED_BEGINNINGS: Readonly<Record<string, string>> = {
  '^(secretKey|secretName|': 'anchored, with one repeat in each alternative',
  '^(istio-(proxy|init|validation)|': 'anchored, with one repeat in each alternative',
  '^\\/spec\\/(clusterIPs?(\\/\\d+)?|': 'anchored, with one repeat in each alternative',
  'https?:\\/\\/[^\\s"\'<>)]+|': 'a line’s last 4,000 characters',
  '\\d{4}-\\d{2}-\\d{2}(?:[T _-]': 'digits and hexadecimal words begin at the start of a word',
  '\\{\\{[^{}]*?\\b(?:rand[A-Z]|': EXCLUDES_ITS_START,
};

/** What is made of text at run time. */
const MADE: Readonly<Record<string, string>> = {
  'src/slack/action-ids.ts': 'of ids in the source',
  'src/core/drift/failure/failure.ts': 'of a name, taken literally',
  'src/core/drift/rules/cannot-compare.ts': 'of a path, taken literally',
  'src/adapters/case-file/resource-facts.ts': 'of a name, taken literally',
  'src/core/mask/find-secrets.ts': 'of a form that repeats nothing',
};

const files = globSync('src/**/*.ts').map((file) => ({ file, source: readFileSync(file, 'utf8') }));
const literals = files.flatMap(({ file, source }) => regexLiteralsIn(source).map((literal) => ({ file, ...literal })));

function isReviewed(pattern: string): boolean {
  return (
    Object.hasOwn(REVIEWED, pattern) ||
    Object.keys(REVIEWED_BEGINNINGS).some((beginning) => pattern.startsWith(beginning))
  );
}

describe('every regular expression', () => {
  it('is seen', () => {
    expect(literals.length).toBeGreaterThan(250);
    expect(() => literals.map(({ pattern, flags }) => new RegExp(pattern, flags))).not.toThrow();
  });

  it('takes time in proportion to the text, by its shape or for a reason that stands here', () => {
    const suspect = literals.filter(
      (literal) =>
        !isLinearByShape(literal) && !Object.hasOwn(SHORT_TEXTS, literal.file) && !isReviewed(literal.pattern),
    );
    expect(
      suspect.map(({ file, line, pattern }) => `${file}:${line} /${pattern}/`),
      'give the repeat an upper bound, let it exclude what follows it, cut the text first, or say above why it is linear',
    ).toEqual([]);
  });

  it('that is made at run time is made of what stands here', () => {
    const made = files.filter(({ source }) => /\bnew RegExp\(/.test(source)).map(({ file }) => file);
    expect(made.toSorted()).toEqual(Object.keys(MADE).toSorted());
  });

  it('that is named here is still there', () => {
    const suspect = literals.filter((literal) => !isLinearByShape(literal));
    const patterns = suspect.map(({ pattern }) => pattern);
    expect(Object.keys(REVIEWED).filter((pattern) => !patterns.includes(pattern))).toEqual([]);
    expect(
      Object.keys(REVIEWED_BEGINNINGS).filter(
        (beginning) => !patterns.some((pattern) => pattern.startsWith(beginning)),
      ),
    ).toEqual([]);
    expect(Object.keys(SHORT_TEXTS).filter((file) => !suspect.some((literal) => literal.file === file))).toEqual([]);
  });
});

describe('the shape', () => {
  it.each([
    '^(a+)+$',
    '(?:a|b+)*c',
    'a+$',
    '\\s*:',
    '\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.x',
    'chart .* not found|x',
    '(a|b*)c',
    '^a*b*$',
    '^a|b*c',
    '\\{\\{[^}]*\\bnow\\b',
  ])('of /%s/ is suspect', (pattern) => {
    expect(isLinearByShape({ pattern, flags: '' })).toBe(false);
  });

  it.each([
    '\\s+',
    '^[a-z]+$',
    'a{1,20}b',
    'x[^"]+|y',
    '(?:ab)?c+',
    'not found|manifest unknown',
    '^/spec/.*x$',
    '[*+]b',
  ])('of /%s/ is not', (pattern) => {
    expect(isLinearByShape({ pattern, flags: '' })).toBe(true);
  });

  it('begins at every line with the flag m', () => {
    expect(isLinearByShape({ pattern: '^a.*b', flags: 'm' })).toBe(false);
  });

  it('is read from source past strings, templates, comments and divisions', () => {
    const source =
      "const a = b / c / d; // /x/\n/* /y/ */ f('/z/', `/t/ $" + '{g(/in`{}/u)} /u/`); return /[/]\\//gi.test(e);';
    expect(regexLiteralsIn(source).map(({ pattern, flags }) => `${pattern} ${flags}`)).toEqual([
      'in`{} u',
      '[/]\\/ gi',
    ]);
  });
});
