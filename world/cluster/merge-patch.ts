import { isObject, type Json } from '../../src/core/model/json.ts';

/** RFC 7386: null removes, objects merge, everything else replaces. */
export function mergePatched(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatched(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
