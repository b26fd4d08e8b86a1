import { isList, type Json, stringAt } from '../../core/model/json.ts';

export type Context = Readonly<Record<string, Json>>;

/* Case contexts are written by people: the same key comes as one object, a list or bare names. All forms are read. */

export function entries(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value : [value];
}

/** undefined stays undefined: a key that is absent was not looked at. */
export function looked<T>(context: Context, key: string, read: (value: Json) => T): T | undefined {
  return Object.hasOwn(context, key) ? read(context[key] ?? null) : undefined;
}

/** For facts that nobody would write into a case: they are known to a running bot alone. */
export function notStated(): undefined {
  return undefined;
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

export function nameOf(value: Json): string {
  return typeof value === 'string' ? value : (stringAt(value, 'name') ?? '');
}

export function strings(value: Json | undefined): readonly string[] {
  return entries(value).filter((item) => typeof item === 'string');
}
