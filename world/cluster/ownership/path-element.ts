import { isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import type { ListType } from '../typing/type-node.ts';

/** Defaults of keys in the API's own types: a port without protocol is a TCP port. */
const KEY_DEFAULTS: JsonObject = { protocol: 'TCP' };

/** The element's selector in a list that merges; undefined in an atomic list. */
export function elementOf(type: ListType, item: Json): string | undefined {
  if (type.isSet) return `v:${JSON.stringify(item)}`;
  if (!type.keys) return undefined;
  const object = isObject(item) ? item : {};
  const keys = type.keys.toSorted().flatMap((key) => {
    const value = Object.hasOwn(object, key) ? object[key] : KEY_DEFAULTS[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

export function isGranular(type: ListType): boolean {
  return type.isSet === true || type.keys !== undefined;
}

/** `.spec.template.spec.containers[name="web"].image`, as the server prints a path. */
export function formatPath(path: readonly string[]): string {
  return path.map(formatElement).join('');
}

function formatElement(element: string): string {
  const text = element.slice(2);
  if (element.startsWith('f:')) return `.${text}`;
  if (element.startsWith('v:')) return `[=${text}]`;
  const keys = Object.entries(JSON.parse(text) as JsonObject);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}
