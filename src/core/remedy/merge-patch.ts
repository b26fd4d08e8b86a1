import { isEqual } from '../model/equal.ts';
import { at, isObject, type Json, type JsonObject } from '../model/json.ts';

/* JSON merge patch (RFC 7386): null removes, objects are merged, everything else replaces. */

/** The document is as if the patch had been applied already. */
export function isPatched(document: Json | undefined, patch: Json): boolean {
  if (patch === null) return document === undefined;
  if (!isObject(patch)) return isEqual(document, patch);
  return Object.entries(patch).every(([key, inner]) => isPatched(at(document, key), inner)) && isObject(document ?? {});
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
