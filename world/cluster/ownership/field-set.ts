import { isObject, type JsonObject } from '../../../src/core/model/json.ts';

/**
 * A set of field paths as FieldsV1 writes it: path elements are `f:<key>`, `k:<keys as JSON>`, `v:<value as JSON>`.
 * Never changed in place.
 */
export interface FieldSet {
  /** The node itself is a member, apart from what is below it. */
  readonly isMember: boolean;
  readonly below: ReadonlyMap<string, FieldSet>;
}

export const EMPTY: FieldSet = { isMember: false, below: new Map() };
export const MEMBER: FieldSet = { isMember: true, below: new Map() };

export function isEmptySet(set: FieldSet): boolean {
  return !set.isMember && set.below.size === 0;
}

export function makeSet(isMember: boolean, below: Iterable<readonly [string, FieldSet]>): FieldSet {
  return { isMember, below: new Map([...below].filter(([, set]) => !isEmptySet(set))) };
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const below = new Map(a.below);
  for (const [element, set] of b.below) below.set(element, union(below.get(element) ?? EMPTY, set));
  return { isMember: a.isMember || b.isMember, below };
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a) || isEmptySet(b)) return EMPTY;
  return makeSet(
    a.isMember && b.isMember,
    [...a.below].map(([element, set]) => [element, intersection(set, b.below.get(element) ?? EMPTY)] as const),
  );
}

/** Takes exactly the members of `b` away; what is below a member of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b)) return a;
  return makeSet(
    a.isMember && !b.isMember,
    [...a.below].map(([element, set]) => [element, difference(set, b.below.get(element) ?? EMPTY)] as const),
  );
}

/** Takes the members of `b` away with everything below them. */
export function without(a: FieldSet, b: FieldSet): FieldSet {
  if (b.isMember) return EMPTY;
  if (isEmptySet(b)) return a;
  return makeSet(
    a.isMember,
    [...a.below].map(([element, set]) => [element, without(set, b.below.get(element) ?? EMPTY)] as const),
  );
}

export function setOf(...paths: readonly (readonly string[])[]): FieldSet {
  return paths.reduce(
    (set, path) =>
      union(
        set,
        path.reduceRight((inner, key) => makeSet(false, [[key, inner]]), MEMBER),
      ),
    EMPTY,
  );
}

/** Every member's path, in the order of the set. */
export function pathsOf(set: FieldSet, path: readonly string[] = []): readonly (readonly string[])[] {
  return [
    ...(set.isMember ? [path] : []),
    ...[...set.below].flatMap(([element, inner]) => pathsOf(inner, [...path, element])),
  ];
}

export function parseFieldsV1(fields: JsonObject): FieldSet {
  const below = Object.entries(fields)
    .filter(([element]) => element !== '.')
    .map(([element, inner]) => [element, parseChild(inner)] as const);
  return { isMember: Object.hasOwn(fields, '.'), below: new Map(below) };
}

function parseChild(value: JsonObject[string] | undefined): FieldSet {
  return isObject(value) && Object.keys(value).length > 0 ? parseFieldsV1(value) : MEMBER;
}

export function formatFieldsV1(set: FieldSet): JsonObject {
  const below = [...set.below]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([element, inner]) => [element, inner.below.size === 0 ? {} : formatFieldsV1(inner)] as const);
  return Object.fromEntries([...(set.isMember ? ([['.', {}]] as const) : []), ...below]);
}
