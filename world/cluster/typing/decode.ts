import { isList, isObject, isZero, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { canonicalQuantity } from './canonical-quantity.ts';
import type { FieldType, ObjectType, TypeNode } from './type-node.ts';

export interface Decoded {
  readonly value: JsonObject;
  /** Fields the type does not have, as the server names them: `spec.template.foo`, `spec.ports[0].bar`. */
  readonly unknown: readonly string[];
}

/** What remains of a value that went through the server's types: unknown fields, omitted zeroes and nulls are gone. */
export function decode(type: ObjectType, value: JsonObject): Decoded {
  const unknown: string[] = [];
  return { value: decodeObject(type, value, '', unknown), unknown };
}

function decodeNode(type: TypeNode, value: Json, path: string, unknown: string[]): Json {
  if (type.is === 'scalar') return type.quantity ? canonicalQuantity(value) : value;
  if (type.is === 'list') {
    return isList(value)
      ? value.map((item, index) => decodeNode(type.element, item, `${path}[${index}]`, unknown))
      : value;
  }
  return isObject(value) ? decodeObject(type, value, path, unknown) : value;
}

function decodeObject(type: ObjectType, value: JsonObject, path: string, unknown: string[]): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const inner = path === '' ? key : `${path}.${key}`;
    const field = type.fields?.get(key);
    if (field) {
      const decoded = item === null ? null : decodeNode(field.type, item, inner, unknown);
      if (isWritten(field, decoded)) entries.push([key, decoded]);
    } else if (type.element) entries.push([key, decodeNode(type.element, item, inner, unknown)]);
    else unknown.push(inner);
  }
  for (const [key, field] of type.fields ?? []) {
    if (Object.hasOwn(value, key) && (value[key] !== null || field.presence !== 'always')) continue;
    const unstated = unstatedValue(field);
    if (unstated !== undefined) entries.push([key, unstated]);
  }
  return Object.fromEntries(entries);
}

function isWritten({ presence }: FieldType, value: Json): boolean {
  if (presence === 'non-zero') return !isZero(value);
  if (presence === 'stated') return value !== null;
  return presence === 'nullable' || value !== null;
}

/** What the server writes for a field that nobody stated; undefined: nothing. */
function unstatedValue({ type, presence, zero }: FieldType): Json | undefined {
  if (presence === 'nullable') return null;
  if (presence !== 'always') return undefined;
  if (zero !== undefined) return zero;
  return type.is === 'object' && type.fields ? emptyObject(type) : null;
}

/** An object of this type before anybody stated anything; what a create is compared with to find its fields. */
export function emptyObject(type: ObjectType): JsonObject {
  const known = emptyObjects.get(type);
  if (known) return known;
  const entries = [...(type.fields ?? [])].flatMap(([key, field]) => {
    const value = unstatedValue(field);
    return value === undefined ? [] : [[key, value] as const];
  });
  const made = Object.fromEntries(entries);
  emptyObjects.set(type, made);
  return made;
}

const emptyObjects = new WeakMap<ObjectType, JsonObject>();
