import { isList, isObject, type Json } from './json.ts';

/** RFC 6901 JSON Pointer. '' is the whole document. */
export type Pointer = string;

function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

export function parsePointer(pointer: Pointer): readonly string[] {
  if (pointer === '') return [];
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

export function formatPointer(tokens: readonly (string | number)[]): Pointer {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join('');
}

export function child(pointer: Pointer, token: string | number): Pointer {
  return `${pointer}/${typeof token === 'number' ? token : escapeToken(token)}`;
}

/** True for the pointer itself and everything below it. */
export function isWithin(pointer: Pointer, ancestor: Pointer): boolean {
  return ancestor === '' || pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

export function lastToken(pointer: Pointer): string {
  return unescapeToken(pointer.slice(pointer.lastIndexOf('/') + 1));
}

export function parentOf(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

export function isIndex(token: string): boolean {
  return /^(0|[1-9]\d*)$/.test(token);
}

export function resolve(document: Json | undefined, pointer: Pointer): Json | undefined {
  let current = document;
  for (const token of parsePointer(pointer)) {
    if (isList(current)) current = isIndex(token) ? current[Number(token)] : undefined;
    else if (isObject(current) && Object.hasOwn(current, token)) current = current[token];
    else return undefined;
  }
  return current;
}

// `/spec/containers/0/image` becomes `/spec/containers/*/image`: the same field of any element.
export function withoutIndexes(pointer: Pointer): Pointer {
  return pointer
    .split('/')
    .map((token, position) => (position > 0 && isIndex(token) ? '*' : token))
    .join('/');
}
