import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import type { StatusCause } from '../types.ts';

/** What the API server has against a custom resource: types, required fields, enums, bounds and patterns. */
export function schemaProblems(schema: Json | undefined, value: Json, path = ''): readonly StatusCause[] {
  if (!isObject(schema)) return [];
  if (value === null) return schema.nullable === true || path === '' ? [] : [typeProblem(schema, value, path)];
  if (!hasType(schema, value)) return [typeProblem(schema, value, path)];
  const own = valueProblems(schema, value, path);
  if (isList(value)) {
    return [...own, ...value.flatMap((item, index) => schemaProblems(schema.items, item, `${path}[${index}]`))];
  }
  return isObject(value) ? [...own, ...objectProblems(schema, value, path)] : own;
}

function objectProblems(schema: JsonObject, value: JsonObject, path: string): readonly StatusCause[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = isList(schema.required) ? schema.required.map(String) : [];
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ reason: 'FieldValueRequired', message: 'Required value', field: joined(path, key) }));
  const inner = Object.entries(value)
    .filter(([key]) => path !== '' || key !== 'metadata')
    .flatMap(([key, item]) =>
      schemaProblems(
        Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties,
        item,
        joined(path, key),
      ),
    );
  return [...missing, ...inner];
}

function hasType(schema: JsonObject, value: Json): boolean {
  if (schema['x-kubernetes-int-or-string'] === true) return typeof value === 'string' || Number.isInteger(value);
  switch (schema.type) {
    case 'object':
      return isObject(value);
    case 'array':
      return isList(value);
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    default:
      return true;
  }
}

function typeProblem(schema: JsonObject, value: Json, path: string): StatusCause {
  const actual =
    value === null ? 'null' : isList(value) ? 'array' : typeof value === 'number' ? numberType(value) : typeof value;
  const body = `${path} in body must be of type ${String(schema.type)}: ${JSON.stringify(actual)}`;
  return { reason: 'FieldValueTypeInvalid', message: `Invalid value: ${JSON.stringify(actual)}: ${body}`, field: path };
}

function numberType(value: number): string {
  return Number.isInteger(value) ? 'integer' : 'number';
}

function valueProblems(schema: JsonObject, value: Json, path: string): readonly StatusCause[] {
  const shown = JSON.stringify(value);
  const problem = (reason: string, message: string): StatusCause => ({ reason, message, field: path });
  const { enum: allowed, minimum, maximum, pattern } = schema;
  const body = `${path} in body should be`;
  return [
    ...(isList(allowed) && !allowed.some((item) => isEqual(item, value))
      ? [
          problem(
            'FieldValueNotSupported',
            `Unsupported value: ${shown}: supported values: ${allowed.map((item) => JSON.stringify(item)).join(', ')}`,
          ),
        ]
      : []),
    ...(typeof minimum === 'number' && typeof value === 'number' && value < minimum
      ? [problem('FieldValueInvalid', `Invalid value: ${shown}: ${body} greater than or equal to ${minimum}`)]
      : []),
    ...(typeof maximum === 'number' && typeof value === 'number' && value > maximum
      ? [problem('FieldValueInvalid', `Invalid value: ${shown}: ${body} less than or equal to ${maximum}`)]
      : []),
    ...(typeof pattern === 'string' && typeof value === 'string' && !matches(pattern, value)
      ? [problem('FieldValueInvalid', `Invalid value: ${shown}: ${path} in body should match '${pattern}'`)]
      : []),
  ];
}

/** Patterns are Go's; one that this engine cannot read refuses nothing. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern).test(value);
  } catch {
    return true;
  }
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
