import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json } from '../../../src/core/model/json.ts';
import { child, type Pointer } from '../../../src/core/model/pointer.ts';

/** Where two documents differ, as deep as it goes: objects by key, lists by position. */
export function differingPaths(a: Json, b: Json, path: Pointer = ''): readonly Pointer[] {
  if (isObject(a) && isObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return keys.flatMap((key) => differingAt(a[key], b[key], child(path, key)));
  }
  if (isList(a) && isList(b)) {
    const longer = a.length < b.length ? b : a;
    return longer.flatMap((_, index) => differingAt(a[index], b[index], child(path, index)));
  }
  return isEqual(a, b) ? [] : [path];
}

function differingAt(a: Json | undefined, b: Json | undefined, path: Pointer): readonly Pointer[] {
  return a === undefined || b === undefined ? [path] : differingPaths(a, b, path);
}
