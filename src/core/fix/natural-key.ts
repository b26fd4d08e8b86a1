import type { JsonObject } from '../model/json.ts';

const KEYS = ['name', 'secretKey', 'key', 'id', 'type', 'containerPort', 'port', 'mountPath', 'ip', 'host', 'path'];

/** The field by which people call an element of a list. */
export function naturalKeyOf(element: JsonObject): string | undefined {
  return KEYS.find(
    (key) => Object.hasOwn(element, key) && (typeof element[key] === 'string' || typeof element[key] === 'number'),
  );
}
