import { isList, isObject, type Json } from './json.ts';

/** Structural equality; key order never matters. Iterative, so that a hostile depth cannot exhaust the stack. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const pending: [Json | undefined, Json | undefined][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isList(left) && isList(right)) {
      if (left.length !== right.length) return false;
      for (let index = 0; index < left.length; index += 1) pending.push([left[index], right[index]]);
    } else if (isObject(left) && isObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pending.push([left[key], right[key]]);
      }
    } else return false;
  }
  return true;
}
