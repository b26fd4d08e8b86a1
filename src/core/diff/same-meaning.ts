import { isSameDuration } from '../kubernetes/duration.ts';
import { isSameQuantity } from '../kubernetes/quantity.ts';
import type { SameMeaning } from '../model/change.ts';
import { isEqual } from '../model/equal.ts';
import { isEmpty, isList, isObject, type Json } from '../model/json.ts';

/** Texts longer than this are compared as they are: parsing a 10 MB string to look for a spelling is not worth it. */
const MAX_TEXT = 65_536;

/** Where a value is, as far as that decides what it can mean. */
export interface Position {
  /** The field that holds the value, or the list. */
  readonly field: string;
  /** In a map whose values are the user's own text: labels, annotations, ConfigMap data, an env value. */
  readonly isFreeText: boolean;
}

/** In which way two unequal values say the same; undefined = they do not. */
export function sameMeaning(
  desired: Json,
  live: Json,
  position: Position = { field: '', isFreeText: false },
): SameMeaning | undefined {
  if (isEmpty(desired) && isEmpty(live)) return 'empty';
  if (isList(desired) && isList(live))
    return !isOrdered(position.field) && isSameSet(desired, live) ? 'order' : undefined;
  if (isObject(desired) || isObject(live) || isList(desired) || isList(live)) return undefined;
  if (desired === null || live === null) return undefined;
  if (typeof desired === 'string' && typeof live === 'string' && position.isFreeText)
    return sameFreeText(desired, live);
  return sameScalar(desired, live);
}

/** The order of words on a command line is their meaning. */
function isOrdered(field: string): boolean {
  return field === 'command' || field === 'args';
}

/** `1.10` and `1.1` are two versions there, `Admin` and `admin` two users: only the form of a text may differ. */
function sameFreeText(desired: string, live: string): SameMeaning | undefined {
  if (desired.length > MAX_TEXT || live.length > MAX_TEXT) return undefined;
  if (withoutWhitespaceNoise(desired) === withoutWhitespaceNoise(live)) return 'whitespace';
  if (isBase64Of(desired, live) || isBase64Of(live, desired)) return 'base64';
  return isSameJsonText(desired, live) ? 'json-text' : undefined;
}

function sameScalar(desired: string | number | boolean, live: string | number | boolean): SameMeaning | undefined {
  if (typeof desired === 'boolean' || typeof live === 'boolean') {
    return String(desired) === String(live) ? 'boolean-text' : undefined;
  }
  if (typeof desired !== typeof live && String(desired) === String(live)) return 'int-or-string';
  if (isSameQuantity(desired, live)) return 'quantity';
  if (typeof desired === 'number' || typeof live === 'number') return undefined;
  return sameText(desired, live);
}

function sameText(desired: string, live: string): SameMeaning | undefined {
  if (desired.length > MAX_TEXT || live.length > MAX_TEXT) return undefined;
  if (isSameDuration(desired, live)) return 'duration';
  if (withoutWhitespaceNoise(desired) === withoutWhitespaceNoise(live)) return 'whitespace';
  if (isBase64Of(desired, live) || isBase64Of(live, desired)) return 'base64';
  if (isSameInstant(desired, live)) return 'timestamp';
  if (isSameJsonText(desired, live)) return 'json-text';
  return desired.toLowerCase() === live.toLowerCase() ? 'letter-case' : undefined;
}

function withoutWhitespaceNoise(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

function isBase64Of(encoded: string, plain: string): boolean {
  if (encoded.length < 4 || encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return false;
  return Buffer.from(plain, 'utf8').toString('base64') === encoded;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

function isSameInstant(a: string, b: string): boolean {
  return TIMESTAMP.test(a) && TIMESTAMP.test(b) && Date.parse(a) === Date.parse(b);
}

function isSameJsonText(a: string, b: string): boolean {
  if (!/^\s*[[{]/.test(a) || !/^\s*[[{]/.test(b)) return false;
  const left = parsedOrUndefined(a);
  return left !== undefined && isEqual(left, parsedOrUndefined(b));
}

function parsedOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isSameSet(desired: readonly Json[], live: readonly Json[]): boolean {
  if (desired.length !== live.length || desired.length > 500) return false;
  const rest = [...live];
  return desired.every((item) => {
    const index = rest.findIndex((other) => isEqual(item, other));
    if (index < 0) return false;
    rest.splice(index, 1);
    return true;
  });
}
