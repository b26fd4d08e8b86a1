import { isEqual } from '../../model/equal.ts';
import { at, isObject, type Json, type JsonObject } from '../../model/json.ts';
import { child, isWithin, type Pointer } from '../../model/pointer.ts';

/* JSON merge patch (RFC 7386): null removes, objects are merged, everything else replaces. */

/** The document is as if the patch had been applied already. A member that is absent and one that is empty are alike, unless emptiness is all the patch asks for. */
export function isPatched(document: Json | undefined, patch: Json): boolean {
  if (patch === null) return document === undefined;
  if (!isObject(patch)) return isEqual(document, patch);
  const members = Object.entries(patch);
  if (members.length === 0) return isObject(document);
  return members.every(([key, inner]) => isPatched(at(document, key), inner)) && isObject(document ?? {});
}

/** The patch that brings back what the given one overwrites. */
export function inverseOf(document: Json | undefined, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([key, inner]) => {
      const before = at(document, key);
      return [key, isObject(inner) && isObject(before ?? {}) ? inverseOf(before, inner) : (before ?? null)];
    }),
  );
}

/**
 * The patch that makes `to` of `from`, but for the places that are left out. A null in `to` says what its absence says:
 * a merge patch cannot write one. Undefined: they are alike.
 */
export function patchBetween(
  from: JsonObject,
  to: JsonObject,
  leftOut: readonly Pointer[] = [],
  pointer: Pointer = '',
): JsonObject | undefined {
  const parts = [...new Set([...Object.keys(to), ...Object.keys(from)])].flatMap((key): [string, Json][] => {
    const place = child(pointer, key);
    if (leftOut.some((other) => isWithin(place, other))) return [];
    const isMixed = leftOut.some((other) => isWithin(other, place));
    const absent = isMixed ? {} : null;
    const [before, after] = [at(from, key) ?? absent, at(to, key) ?? absent];
    if (isObject(before) && isObject(after)) {
      const inner = patchBetween(before, after, leftOut, place);
      return inner === undefined ? [] : [[key, inner]];
    }
    return isEqual(before, after) ? [] : [[key, after]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
