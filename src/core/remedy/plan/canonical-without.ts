import { isList, isObject, type Json } from '../../model/json.ts';
import { child, isWithin, type Pointer } from '../../model/pointer.ts';

/**
 * One text per meaning: keys sorted, the given places left out. What holds nothing but left-out places is left out
 * too, so that the first of them to appear changes nothing. An element of a list keeps its position.
 */
export function canonicalWithout(document: Json, leftOut: readonly Pointer[]): string {
  return write(document, '', leftOut) ?? 'null';
}

function write(value: Json, pointer: Pointer, leftOut: readonly Pointer[]): string | undefined {
  const below = leftOut.filter((place) => isWithin(place, pointer));
  if (below.includes(pointer)) return undefined;
  if (isList(value))
    return `[${value.map((element, index) => write(element, child(pointer, index), below) ?? 'null').join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, inner]) => {
      const text = write(inner, child(pointer, key), below);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return members.length === 0 && below.length > 0 && pointer !== '' ? undefined : `{${members.join(',')}}`;
}
