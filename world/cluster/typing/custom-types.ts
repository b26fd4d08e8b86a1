import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { builtInType } from './built-in-types.ts';
import { type FieldType, type ObjectType, SCALAR, type TypeNode, UNTYPED } from './type-node.ts';

const META_FIELDS = ['apiVersion', 'kind', 'metadata'];

/** The type of a custom resource: its structural schema, with the metadata of every object. */
export function customType(schema: Json | undefined): ObjectType {
  const node = isObject(schema) ? typeOf(schema) : UNTYPED;
  const { fields, element } = node.is === 'object' ? node : UNTYPED;
  const metadata = builtInType('', 'ConfigMap')?.fields?.get('metadata');
  return {
    is: 'object',
    fields: new Map<string, FieldType>([
      ...(fields ?? []),
      ['apiVersion', { type: SCALAR, presence: 'stated' }],
      ['kind', { type: SCALAR, presence: 'stated' }],
      ['metadata', metadata ?? { type: UNTYPED, presence: 'always' }],
    ]),
    ...(element ? { element } : {}),
  };
}

function typeOf(schema: JsonObject): TypeNode {
  const { type, properties, items, additionalProperties } = schema;
  if (type === 'array') return listType(schema, items);
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isMap = isObject(additionalProperties) || additionalProperties === true;
  if (type !== 'object' && !isObject(properties) && !isMap) return preserves ? UNTYPED : SCALAR;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  return {
    is: 'object',
    fields: new Map([
      ...(embedded ? META_FIELDS.map((key): readonly [string, FieldType] => [key, stated(UNTYPED)]) : []),
      ...Object.entries(isObject(properties) ? properties : {}).map(([key, value]): readonly [string, FieldType] => [
        key,
        stated(isObject(value) ? typeOf(value) : UNTYPED),
      ]),
    ]),
    ...(isObject(additionalProperties)
      ? { element: typeOf(additionalProperties) }
      : preserves || isMap
        ? { element: UNTYPED }
        : {}),
    ...(schema['x-kubernetes-map-type'] === 'atomic' ? { atomic: true } : {}),
  };
}

function listType(schema: JsonObject, items: Json | undefined): TypeNode {
  const keys = schema['x-kubernetes-list-map-keys'];
  return {
    is: 'list',
    element: isObject(items) ? typeOf(items) : UNTYPED,
    ...(schema['x-kubernetes-list-type'] === 'map' && isList(keys)
      ? { keys: keys.filter((key) => typeof key === 'string') }
      : {}),
    ...(schema['x-kubernetes-list-type'] === 'set' ? { isSet: true } : {}),
  };
}

function stated(type: TypeNode): FieldType {
  return { type, presence: 'stated' };
}

/** Nulls that the schema does not allow are no values: the server drops them before it fills in defaults. */
export function withoutNulls(schema: Json | undefined, value: Json): Json {
  if (!isObject(schema)) return value;
  if (isList(value)) return value.map((item) => withoutNulls(schema.items, item));
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const inner = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      const dropped = item === null && isObject(inner) && inner.nullable !== true && Object.hasOwn(inner, 'default');
      return dropped ? [] : [[key, withoutNulls(inner, item)]];
    }),
  );
}
