/** Where a secret stands in a text: from `start` up to, and without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * How much of a text is looked through before others get their turn: a few milliseconds of work. Pieces say nothing about
 * what is found: a secret is read in the whole text from where it begins, wherever a piece ends.
 */
export const PIECE = 64 * 1024;

/** No secret begins without one of these, nor is there one in a shorter text: most texts are done with one look. */
const HINT =
  /(-----BEGIN)|(eyJ)|(AKIA|ASIA)|(gh[pousr]_|github_pat_|glpat-|xox[abprse]-|xapp-|sk-|AIza|hvs\.|dop_v1_|npm_)|(:\/\/)|(bearer|basic)|(passw|token|secret|key)/i;
const LONGEST_HINT = '-----BEGIN github_pat_'.length;
const SHORTEST = 6;

export function mayHoldSecret(text: string): boolean {
  return text.length >= SHORTEST && HINT.test(text);
}

export interface SecretSearch {
  readonly isDone: boolean;
  /** Looks through the next piece. */
  advance(): void;
  /** What was found so far, in order and without overlap. */
  spans(): readonly Span[];
}

/**
 * Takes time in proportion to the text, whatever stands in it (ADR 16): each place where a secret can begin is looked at
 * once, a look either costs a bounded number of characters or is followed by nothing inside what it has read.
 */
export function searchSecrets(text: string): SecretSearch {
  const hint = new RegExp(HINT, 'gi');
  const forms: readonly Form[] = [
    privateKey,
    webToken(),
    accessKey,
    prefixed,
    passwordInUrl,
    authorization,
    assignment,
  ];
  const readUpTo = forms.map(() => 0);
  const found: Span[] = [];
  let position = 0;

  function lookAt(match: RegExpExecArray, offset: number): void {
    const at = offset + match.index;
    const form = match.indexOf(match[0], 1) - 1;
    if (at < (readUpTo[form] ?? 0)) return;
    const span = forms[form]?.(text, at);
    if (!span) return;
    readUpTo[form] = span.end;
    found.push(span);
  }

  return {
    get isDone() {
      return position >= text.length;
    },
    advance() {
      const end = Math.min(position + PIECE, text.length);
      const piece = text.slice(position, end + LONGEST_HINT);
      hint.lastIndex = 0;
      for (let match = hint.exec(piece); match !== null; match = hint.exec(piece)) {
        if (position + match.index >= end) break;
        lookAt(match, position);
        // hints may overlap: `tokenpm_` holds two
        hint.lastIndex = match.index + 1;
      }
      position = end;
    },
    spans: () => withoutOverlap(found),
  };
}

function withoutOverlap(found: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

/** What begins with the hint that stands at `at`. */
type Form = (text: string, at: number) => Span | undefined;

/** Longer than any key in use; where the end mark is missing, this much counts as key. */
const LONGEST_KEY = 64 * 1024;
const LONGEST_MARK = 128;

function privateKey(text: string, at: number): Span | undefined {
  const begin = /^-----BEGIN [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(at, at + LONGEST_MARK));
  if (!begin) return undefined;
  const body = at + begin[0].length;
  const end = /-----END [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----/.exec(
    text.slice(body, body + LONGEST_KEY + LONGEST_MARK),
  );
  return {
    start: at,
    end: end ? body + end.index + end[0].length : Math.min(text.length, body + LONGEST_KEY),
  };
}

/** Three words with dots between them. Many may begin within one word: its end is looked for once. */
function webToken(): Form {
  let ends: readonly [first: number, second: number, third: number] = [0, 0, 0];
  return (text, at) => {
    if (!isWordStart(text, at)) return undefined;
    if (at >= ends[0]) {
      const first = endOf(isTokenCharacter, text, at);
      const second = text[first] === '.' ? endOf(isTokenCharacter, text, first + 1) : first;
      ends = [first, second, text[second] === '.' ? endOf(isTokenCharacter, text, second + 1) : second];
    }
    const [first, second, third] = ends;
    return first - at >= 11 && second - first >= 9 && third - second >= 7 ? { start: at, end: third } : undefined;
  };
}

/** An access key of AWS has exactly twenty characters. */
function accessKey(text: string, at: number): Span | undefined {
  const isKey = isWordStart(text, at) && /^(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/.test(text.slice(at, at + 21));
  return isKey ? { start: at, end: at + 20 } : undefined;
}

/** By what comes first, what may follow it, and how many of that there are at least. */
const PREFIXES: readonly (readonly [prefix: RegExp, follows: Characters, least: number])[] = [
  [/^gh[pousr]_/, isAlphanumeric, 20],
  [/^github_pat_/, isTokenCharacter, 20],
  [/^glpat-/, isTokenCharacter, 16],
  [/^xox[abprse]-/, isTokenCharacter, 10],
  [/^xapp-/, isTokenCharacter, 10],
  [/^sk-/, isTokenCharacter, 20],
  [/^AIza/, isTokenCharacter, 30],
  [/^hvs\./, isTokenCharacter, 20],
  [/^dop_v1_/, isAlphanumeric, 32],
  [/^npm_/, isAlphanumeric, 30],
];

function prefixed(text: string, at: number): Span | undefined {
  if (!isWordStart(text, at)) return undefined;
  const begin = text.slice(at, at + LONGEST_HINT);
  for (const [prefix, follows, least] of PREFIXES) {
    const match = prefix.exec(begin);
    if (!match) continue;
    const end = endOf(follows, text, at + match[0].length);
    return end - at - match[0].length >= least ? { start: at, end } : undefined;
  }
  return undefined;
}

/** `://user:password@`: no part of it goes beyond the next slash, so that no two of them read the same characters. */
function passwordInUrl(text: string, at: number): Span | undefined {
  const colon = endOf(isUserCharacter, text, at + 3);
  if (text[colon] !== ':') return undefined;
  for (const characters of [isPasswordCharacter, isUserCharacter]) {
    const end = endOf(characters, text, colon + 1);
    if (end > colon + 1 && text[end] === '@') return { start: colon + 1, end };
  }
  return undefined;
}

function authorization(text: string, at: number): Span | undefined {
  const scheme = /^[Bb](?:earer|asic)\s/.exec(text.slice(at, at + 7));
  if (!scheme || !isWordStart(text, at)) return undefined;
  const start = at + scheme[0].length;
  const end = endOf(isCredentialCharacter, text, start);
  return end - start >= 8 ? { start, end } : undefined;
}

const LONGEST_NAME = 40;
const LONGEST_ASSIGNMENT = 24;

/** `db_password: …`, `--api-key=…`, `"token": "…"`; the value goes on to the next space, quote or bracket. */
function assignment(text: string, at: number): Span | undefined {
  const assigned = /^(?:password|passwd|token|secret|key)["']?\s{0,3}[:=]\s{0,3}["']?/i.exec(
    text.slice(at, at + LONGEST_ASSIGNMENT),
  );
  if (!assigned) return undefined;
  let word = at;
  if (text[at] === 'k' || text[at] === 'K') {
    const of = /(?:api|access|private)[-_]?$/i.exec(text.slice(Math.max(0, at - 8), at));
    if (!of) return undefined;
    word -= of[0].length;
  }
  if (!isNamed(text, word)) return undefined;
  const start = at + assigned[0].length;
  if (text.startsWith('‹masked ', start)) return undefined;
  const end = endOf(isValueCharacter, text, start);
  return end - start >= 4 ? { start, end } : undefined;
}

/** Up to `word` there is nothing but the rest of a name. */
function isNamed(text: string, word: number): boolean {
  for (let at = word; at >= 0 && word - at <= LONGEST_NAME; at -= 1) {
    const before = text[at - 1];
    if (before === undefined || isBoundary(before)) return true;
    if (!/[\w.-]/.test(before)) return false;
  }
  return false;
}

function isBoundary(character: string): boolean {
  return /[\s"'&?;,{-]/.test(character);
}

/** Of one UTF-16 code unit. */
type Characters = (code: number) => boolean;

function endOf(characters: Characters, text: string, from: number): number {
  let end = from;
  while (end < text.length && characters(text.charCodeAt(end))) end += 1;
  return end;
}

function isWordStart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return !(isAlphanumeric(before) || before === 0x5f);
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isTokenCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || code === 0x2d;
}

const CREDENTIAL = charactersOf('._~+/=-');
const NOT_USER = charactersOf(':/@');
const NOT_PASSWORD = charactersOf('/@"\'<>');
const NOT_VALUE = charactersOf('"\'&;,{}[]');

function isCredentialCharacter(code: number): boolean {
  return isAlphanumeric(code) || CREDENTIAL.has(code);
}

function isUserCharacter(code: number): boolean {
  return !isSpace(code) && !NOT_USER.has(code);
}

function isPasswordCharacter(code: number): boolean {
  return !isSpace(code) && !NOT_PASSWORD.has(code);
}

function isValueCharacter(code: number): boolean {
  return !isSpace(code) && !NOT_VALUE.has(code);
}

/** What `\s` is. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return /\s/.test(String.fromCharCode(code));
}

function charactersOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}
