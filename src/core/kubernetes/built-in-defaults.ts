import { isEqual } from '../model/equal.ts';
import { isList, isObject, type Json } from '../model/json.ts';
import { child, formatPointer, isIndex, type Pointer, parsePointer, resolve } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import table from './built-in-defaults.json' with { type: 'json' };

/*
 * Defaults of the built-in kinds, read from a real API server (`_meta` in the table says which and how). A value is the
 * default itself, `{oneOf}` where it depends on other fields, `{copyOf}` for the value at another pattern with the same
 * element or key for each `*`, `{derivedFrom}` for something the server makes from the value at another pattern.
 */
type Row = readonly [pattern: readonly string[], value: Json];

interface Table {
  readonly defaults: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly mounts: Readonly<Record<string, readonly string[]>>;
  readonly assigned: Readonly<Record<string, readonly string[]>>;
}

const { defaults, mounts, assigned } = table as unknown as Table;

/** Rows of a kind by the last token of their pattern; the pod template's are mounted where the kind has one. */
const rowsByKind = new Map<string, ReadonlyMap<string, readonly Row[]>>();

function rowsOf(kind: string): ReadonlyMap<string, readonly Row[]> {
  const known = rowsByKind.get(kind);
  if (known) return known;
  const own = Object.entries(defaults[kind] ?? {});
  const pod = (mounts[kind] ?? []).flatMap((mount) =>
    Object.entries(defaults.PodSpec ?? {}).map(
      ([pattern, value]) => [`${mount}${pattern}`, mounted(value, mount)] as const,
    ),
  );
  const rows = [...own, ...pod].map(([pattern, value]): Row => [parsePointer(pattern), value]);
  const grouped = Map.groupBy(rows, ([pattern]) => pattern.at(-1) ?? '');
  rowsByKind.set(kind, grouped);
  return grouped;
}

/** Patterns inside a row of the pod spec are relative to it, like the row's own. */
function mounted(value: Json, mount: string): Json {
  if (!isObject(value)) return value;
  const { oneOf, copyOf } = value;
  if (isList(oneOf)) return { oneOf: oneOf.map((item) => mounted(item, mount)) };
  return typeof copyOf === 'string' ? { copyOf: `${mount}${copyOf}` } : value;
}

/** Whether the API server fills in exactly `live` at `path` of `document`. An object or list counts when all of it does. */
export function isBuiltInDefault(
  ref: Pick<ResourceRef, 'group' | 'kind'>,
  path: Pointer,
  live: Json,
  document: Json,
): boolean {
  const rows = rowsOf(`${ref.group}/${ref.kind}`);
  if (rows.size === 0) return false;
  const tokens = parsePointer(path);
  const candidates = [...(rows.get(tokens.at(-1) ?? '') ?? []), ...(rows.get('*') ?? [])];
  if (
    candidates.some(([pattern, value]) => matches(pattern, tokens) && isValue(value, live, tokens, pattern, document))
  )
    return true;
  if (isObject(live) && Object.keys(live).length > 0) {
    return Object.entries(live).every(([key, value]) => isBuiltInDefault(ref, child(path, key), value, document));
  }
  return (
    isList(live) &&
    live.length > 0 &&
    live.every((item, index) => isBuiltInDefault(ref, child(path, index), item, document))
  );
}

/** The table has a default for this field, whatever it is: another value there was set by somebody. */
export function hasBuiltInDefault(ref: Pick<ResourceRef, 'group' | 'kind'>, path: Pointer): boolean {
  const tokens = parsePointer(path);
  const rows = rowsOf(`${ref.group}/${ref.kind}`).get(tokens.at(-1) ?? '') ?? [];
  return rows.some(([pattern]) => matches(pattern, tokens));
}

/** Chosen by the API server at each create, such as a Service's clusterIP: no default, but nobody's edit either. */
export function isAssigned(ref: Pick<ResourceRef, 'group' | 'kind'>, path: Pointer): boolean {
  const tokens = parsePointer(path);
  return (assigned[`${ref.group}/${ref.kind}`] ?? []).some((pattern) => matches(parsePointer(pattern), tokens));
}

function matches(pattern: readonly string[], tokens: readonly string[]): boolean {
  return pattern.length === tokens.length && pattern.every((token, index) => token === '*' || token === tokens[index]);
}

function isValue(
  expected: Json,
  live: Json,
  tokens: readonly string[],
  pattern: readonly string[],
  document: Json,
): boolean {
  if (isObject(expected)) {
    const { oneOf, copyOf, derivedFrom } = expected;
    if (isList(oneOf)) return oneOf.some((value) => isValue(value, live, tokens, pattern, document));
    if (typeof copyOf === 'string') return isEqual(resolve(document, boundTo(copyOf, tokens, pattern)), live);
    if (typeof derivedFrom === 'string') return true;
  }
  return isEqual(expected, live);
}

// `/spec/ports/*/port` seen from `/spec/ports/2/targetPort` is `/spec/ports/2/port`.
function boundTo(other: string, tokens: readonly string[], pattern: readonly string[]): Pointer {
  const bound = pattern.flatMap((token, index) => (token === '*' ? [tokens[index] ?? ''] : []));
  let next = 0;
  return formatPointer(parsePointer(other).map((token) => (token === '*' ? (bound[next++] ?? '') : token)));
}

export function isWholeElement(path: Pointer): boolean {
  return isIndex(path.slice(path.lastIndexOf('/') + 1));
}
