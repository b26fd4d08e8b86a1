import { isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { ApiError, invalidArguments } from './api-error.ts';

/** Arguments of a call: a form, whose values are texts that may hold JSON, or a JSON body. */
export interface Args {
  text(name: string): string | undefined;
  need(name: string): string;
  flag(name: string): boolean;
  number(name: string): number | undefined;
  json(name: string, errorWhenBroken?: string): Json | undefined;
}

export function makeArgs(raw: JsonObject): Args {
  function text(name: string): string | undefined {
    const value = raw[name];
    if (value === undefined || value === null || value === '') return undefined;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return {
    text,
    need(name) {
      const value = text(name);
      if (value === undefined) throw invalidArguments(`missing required field: ${name}`);
      return value;
    },
    flag: (name) => ['true', '1'].includes(text(name) ?? ''),
    number(name) {
      const value = text(name);
      return value === undefined || Number.isNaN(Number(value)) ? undefined : Number(value);
    },
    json(name, errorWhenBroken = 'invalid_arguments') {
      const value = raw[name];
      if (typeof value !== 'string') return value ?? undefined;
      if (value === '') return undefined;
      try {
        return JSON.parse(value) as Json;
      } catch {
        throw new ApiError(errorWhenBroken);
      }
    },
  };
}

export function parseBody(contentType: string, body: string): JsonObject {
  if (contentType.startsWith('application/json')) {
    try {
      const parsed = JSON.parse(body === '' ? '{}' : body) as Json;
      if (isObject(parsed)) return parsed;
    } catch {
      throw new ApiError('invalid_json');
    }
    throw new ApiError('json_not_object');
  }
  return Object.fromEntries(new URLSearchParams(body));
}
