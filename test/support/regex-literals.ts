/** A regular expression as it stands in source text. */
export interface RegexLiteral {
  readonly pattern: string;
  readonly flags: string;
  readonly line: number;
}

/** After one of these a slash begins a regular expression; after a name, a number or a closing bracket it divides. */
const BEFORE_LITERAL = new Set('(,=:[!&|?{};>+*%<~^');

/** The literals of one file, by a scan that knows strings, templates and comments. */
export function regexLiteralsIn(source: string): readonly RegexLiteral[] {
  const found: RegexLiteral[] = [];
  /** For each template that is open: how many braces are open within its `${`. */
  const templates: number[] = [];
  let [at, last] = [0, ';'];

  function skipTemplate(): void {
    for (; at < source.length; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source[at] === '`') {
        at += 1;
        last = '`';
        return;
      } else if (source.startsWith('${', at)) {
        at += 2;
        templates.push(0);
        last = '{';
        return;
      }
    }
  }

  while (at < source.length) {
    const character = source[at] ?? '';
    if (/\s/.test(character)) {
      at += 1;
    } else if (source.startsWith('//', at)) {
      at = endOf(source, '\n', at);
    } else if (source.startsWith('/*', at)) {
      at = endOf(source, '*/', at);
    } else if (character === '"' || character === "'") {
      at = stringEnd(source, at);
      last = character;
    } else if (character === '`') {
      at += 1;
      skipTemplate();
    } else if (character === '}' && templates.at(-1) === 0) {
      templates.pop();
      at += 1;
      skipTemplate();
    } else if (character === '/' && (BEFORE_LITERAL.has(last) || /\breturn\s+$/.test(source.slice(at - 20, at)))) {
      const end = literalEnd(source, at);
      const flags = /^[a-z]*/.exec(source.slice(end + 1, end + 10))?.[0] ?? '';
      found.push({ pattern: source.slice(at + 1, end), flags, line: source.slice(0, at).split('\n').length });
      at = end + 1 + flags.length;
      last = '/';
    } else {
      const open = templates.length - 1;
      if (open >= 0 && character === '{') templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && character === '}') templates[open] = (templates[open] ?? 0) - 1;
      last = character;
      at += 1;
    }
  }
  return found;
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at + mark.length;
}

function stringEnd(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== source[from]) at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function literalEnd(source: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '[') isInClass = true;
    else if (source[at] === ']') isInClass = false;
    else if (source[at] === '/' && !isInClass) return at;
  }
  return source.length;
}

/** What a repeat without an upper bound is followed by, and what it stands in. */
interface Repeat {
  /** Nothing has to follow it: whoever reads this far has matched. */
  readonly isLast: boolean;
  /** What it is in is repeated too. */
  readonly isNested: boolean;
}

/** Whether a look at each place of a text takes time in proportion to it, as far as its shape says so. */
export function isLinearByShape({ pattern, flags }: Pick<RegexLiteral, 'pattern' | 'flags'>): boolean {
  const { repeats, isAlternative } = repeatsIn(pattern);
  if (repeats.some(({ isNested }) => isNested)) return false;
  const followed = repeats.filter(({ isLast }) => !isLast);
  if (followed.length === 0) return true;
  // from one place, one repeat gives back what it has read at most once
  return pattern.startsWith('^') && !flags.includes('m') && !isAlternative && followed.length === 1;
}

function repeatsIn(pattern: string): { readonly repeats: readonly Repeat[]; readonly isAlternative: boolean } {
  const tokens = pattern.match(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|\{\d*,?\d*\}|[\s\S]/gu) ?? [];
  const repeats: Repeat[] = [];
  let depth = 0;
  let isAlternative = false;
  for (const [index, token] of tokens.entries()) {
    if (token.startsWith('(')) depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === '|' && depth === 0) isAlternative = true;
    else if (isUnbounded(token) && index > 0) {
      const rest = tokens.slice(index + 1);
      repeats.push({ isLast: endsHere(rest), isNested: tokens[index - 1] === ')' || isRepeatedLater(rest) });
    }
  }
  return { repeats, isAlternative };
}

function isUnbounded(token: string): boolean {
  return token === '*' || token === '+' || /^\{\d+,\}$/.test(token);
}

/** Up to the end of the pattern, or of its alternative, there is nothing but closing brackets. */
function endsHere(rest: readonly string[]): boolean {
  const next = rest.find((token) => token !== ')' && token !== '?');
  const closes = rest.slice(0, next === undefined ? undefined : rest.indexOf(next));
  if (next === undefined) return true;
  // inside a group, another alternative follows; only outside of all groups is it an end
  return next === '|' && !isInGroup(rest.slice(closes.length));
}

function isInGroup(rest: readonly string[]): boolean {
  let depth = 0;
  for (const token of rest) {
    if (token.startsWith('(')) depth += 1;
    else if (token === ')') depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

/** A group around it has a repeat behind its closing bracket. */
function isRepeatedLater(rest: readonly string[]): boolean {
  let depth = 0;
  for (const [index, token] of rest.entries()) {
    if (token.startsWith('(')) depth += 1;
    else if (token === ')') depth -= 1;
    if (depth >= 0) continue;
    depth = 0;
    if (isUnbounded(rest[index + 1] ?? '')) return true;
  }
  return false;
}
