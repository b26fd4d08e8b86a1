/** Plain JSON as it came off the wire. Read keys with `Object.hasOwn`: a manifest may own a key called `__proto__`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** One Kubernetes object, raw: nothing is dropped, nothing is defaulted. */
export type Manifest = JsonObject;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value under `keys`, or undefined as soon as one of them is not an own key. Never walks into lists. */
export function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let current = value;
  for (const key of keys) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

export function stringAt(value: Json | undefined, ...keys: readonly string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: Json | undefined, ...keys: readonly string[]): readonly Json[] {
  const found = at(value, ...keys);
  return isList(found) ? found : [];
}

export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject {
  const found = at(value, ...keys);
  return isObject(found) ? found : {};
}

/** null, "", 0, false, [], {}: what Go's `omitempty` leaves out and what a typed rewrite loses. */
export function isZero(value: Json | undefined): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** null, [], {} and "": a container or text that states nothing. Unlike `isZero`, 0 and false say something. */
export function isEmpty(value: Json | undefined): boolean {
  return value !== 0 && value !== false && isZero(value);
}
