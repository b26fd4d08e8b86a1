import { isList, isObject, type Json } from './json.ts';
import { isIndex, type Pointer, parsePointer } from './pointer.ts';

/** `document` with `value` at `pointer`; undefined removes it. Parents that are missing are made. Never mutates. */
export function edited(document: Json, pointer: Pointer, value: Json | undefined): Json {
  return editedAt(document, parsePointer(pointer), value) ?? {};
}

function editedAt(current: Json | undefined, tokens: readonly string[], value: Json | undefined): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (isList(current)) return editedList(current, token, rest, value);
  const object = isObject(current) ? current : {};
  const inner = editedAt(Object.hasOwn(object, token) ? object[token] : undefined, rest, value);
  if (inner !== undefined) return { ...object, [token]: inner };
  if (!Object.hasOwn(object, token)) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== token));
}

/** An index past the end appends; removing an element shifts those behind it, so removals go from the back. */
function editedList(list: readonly Json[], token: string, rest: readonly string[], value: Json | undefined): Json {
  if (!isIndex(token)) return list;
  const index = Math.min(Number(token), list.length);
  if (rest.length === 0 && value === undefined) return list.filter((_, position) => position !== index);
  if (rest.length === 0 && index < list.length && value !== undefined) return list.with(index, value);
  const inner = editedAt(list[index], rest, value);
  if (inner === undefined) return list;
  return index < list.length ? list.with(index, inner) : [...list, inner];
}

/** Last elements first: an earlier removal would shift the later ones. */
export function fromTheBack(pointers: readonly Pointer[]): readonly Pointer[] {
  return pointers.toSorted((a, b) => compareTokens(parsePointer(b), parsePointer(a)));
}

function compareTokens(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left = '', right = ''] = [a[index], b[index]];
    if (left === right) continue;
    return isIndex(left) && isIndex(right) ? Number(left) - Number(right) : left < right ? -1 : 1;
  }
  return a.length - b.length;
}
