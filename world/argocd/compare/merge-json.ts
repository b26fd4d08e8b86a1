import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';

/*
 * How Argo CD predicts the live state of a custom resource that is applied client-side: live is cut down to the keys
 * that were last applied, list elements by position, and a JSON merge patch from there to the target is applied to the
 * whole of live. A merge patch replaces lists as a whole (docs/facts.md#predicted-state).
 */
export function mergedJson(original: JsonObject, target: JsonObject, live: JsonObject): JsonObject {
  const result = new Map(Object.entries(live));
  for (const [key, wanted] of Object.entries(target)) {
    const current = result.get(key);
    const before = Object.hasOwn(original, key) ? original[key] : undefined;
    if (isObject(wanted) && isObject(current)) {
      result.set(key, mergedJson(isObject(before) ? before : {}, wanted, current));
    } else if (current === undefined || before === undefined || !isEqual(cutDown(before, current), wanted)) {
      result.set(key, wanted);
    }
  }
  for (const key of Object.keys(original)) {
    if (!Object.hasOwn(target, key)) result.delete(key);
  }
  return Object.fromEntries(result);
}

/** `live` with only the map keys that `original` has; elements past the end of its list stay, so that they show. */
function cutDown(original: Json, live: Json): Json {
  if (isObject(original) && isObject(live)) {
    return Object.fromEntries(
      Object.entries(live).flatMap(([key, value]) => {
        const before = Object.hasOwn(original, key) ? original[key] : undefined;
        return before === undefined ? [] : [[key, cutDown(before, value)] as const];
      }),
    );
  }
  if (isList(original) && isList(live)) {
    return live.map((item, index) => {
      const before = original[index];
      return before === undefined ? item : cutDown(before, item);
    });
  }
  return live;
}
