import { isList, isObject, type Json } from '../../../src/core/model/json.ts';

export interface Problem {
  readonly message: string;
  /** JSON pointer into the request. */
  readonly pointer: string;
}

export type Surface = 'message' | 'modal' | 'home';

export interface Scope {
  readonly surface: Surface;
  /** Whether the file can be shown: uploaded, completed, and the app has access. */
  canShowFile(idOrUrl: string): boolean;
}

/** What is wrong with a value; nothing when Slack would take it. */
export type Schema = (value: Json, pointer: string, scope: Scope) => readonly Problem[];

export function problem(message: string, pointer: string): readonly Problem[] {
  return [{ message, pointer }];
}

export const boolean: Schema = (value, pointer) =>
  typeof value === 'boolean' ? [] : problem('must provide a boolean', pointer);

export const number: Schema = (value, pointer) =>
  typeof value === 'number' ? [] : problem('must provide a number', pointer);

export function integer({ min, max }: { readonly min?: number; readonly max?: number } = {}): Schema {
  return (value, pointer) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return problem('must provide a number', pointer);
    if (max !== undefined && value > max) return problem(`must be less than ${max + 1}`, pointer);
    return min !== undefined && value < min ? problem(`must be more than ${min - 1}`, pointer) : [];
  };
}

/** Slack counts characters, not bytes; an emoji outside the basic plane is one. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function string({ min = 0, max }: { readonly min?: number; readonly max?: number } = {}): Schema {
  return (value, pointer) => {
    if (typeof value !== 'string') return problem('must provide a string', pointer);
    const length = lengthOf(value);
    if (max !== undefined && length > max) return problem(`must be less than ${max + 1} characters`, pointer);
    return length < min ? problem(`must be more than ${min - 1} characters`, pointer) : [];
  };
}

export function matching(form: RegExp, what: string): Schema {
  return (value, pointer) => (typeof value === 'string' && form.test(value) ? [] : problem(what, pointer));
}

export function oneOf(...allowed: readonly string[]): Schema {
  return (value, pointer) =>
    typeof value === 'string' && allowed.includes(value)
      ? []
      : problem(`must be one of: ${allowed.join(', ')}`, pointer);
}

export function list(
  item: Schema,
  { min = 1, max = Number.POSITIVE_INFINITY }: { readonly min?: number; readonly max?: number } = {},
): Schema {
  return (value, pointer, scope) => {
    if (!isList(value)) return problem('must provide an array', pointer);
    if (value.length > max) return problem(`no more than ${max} items allowed`, pointer);
    if (value.length < min) return problem(`no fewer than ${min} items allowed`, pointer);
    return value.flatMap((entry, index) => item(entry, `${pointer}/${index}`, scope));
  };
}

export interface Fields {
  readonly required?: Readonly<Record<string, Schema>>;
  readonly optional?: Readonly<Record<string, Schema>>;
}

/** Slack refuses fields it does not know, so a misspelt one is an error and not silence. */
export function object({ required = {}, optional = {} }: Fields): Schema {
  return (value, pointer, scope) => {
    if (!isObject(value)) return problem('must provide an object', pointer);
    return [
      ...Object.keys(required).flatMap((name) =>
        Object.hasOwn(value, name) ? [] : problem(`missing required field: ${name}`, pointer),
      ),
      ...Object.entries(value).flatMap(([name, entry]) => {
        const schema = required[name] ?? optional[name];
        return schema
          ? schema(entry, `${pointer}/${name}`, scope)
          : problem(`invalid additional property: ${name}`, pointer);
      }),
    ];
  };
}

/** An object whose `type` says which schema holds. */
export function variants(schemas: Readonly<Record<string, Schema>>): Schema {
  return (value, pointer, scope) => {
    if (!isObject(value)) return problem('must provide an object', pointer);
    if (typeof value.type !== 'string') return problem('missing required field: type', pointer);
    const schema = Object.hasOwn(schemas, value.type) ? schemas[value.type] : undefined;
    return schema ? schema(value, pointer, scope) : problem(`unsupported type: ${value.type}`, `${pointer}/type`);
  };
}

/** Exactly one of the fields must be there. */
export function exactlyOneOf(...names: readonly string[]): Schema {
  return (value, pointer) => {
    const given = isObject(value) ? names.filter((name) => value[name] !== undefined) : [];
    if (given.length === 1) return [];
    return problem(
      given.length === 0
        ? `missing required field: ${names.join(' or ')}`
        : `only one of these fields is allowed: ${names.join(', ')}`,
      pointer,
    );
  };
}

export function all(...schemas: readonly Schema[]): Schema {
  return (value, pointer, scope) => schemas.flatMap((schema) => schema(value, pointer, scope));
}

/** Slack reports the enclosing object first, then what is wrong inside it. */
export function enclosing(schema: Schema): Schema {
  return (value, pointer, scope) => {
    const inner = schema(value, pointer, scope);
    return inner.length === 0 ? [] : [...problem('failed to match all allowed schemas', pointer), ...inner];
  };
}
