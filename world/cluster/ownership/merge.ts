import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { fieldType, type ListType, type ObjectType, type TypeNode, UNTYPED } from '../typing/type-node.ts';
import { EMPTY, type FieldSet, isEmptySet } from './field-set.ts';
import { elementOf, isGranular } from './path-element.ts';

/** The live value with an applied configuration laid over it. */
export function merge(type: TypeNode, live: Json | undefined, applied: Json): Json {
  if (isObject(live) && isObject(applied)) return mergeObjects(type.is === 'object' ? type : UNTYPED, live, applied);
  if (isList(live) && isList(applied) && type.is === 'list') return mergeLists(type, live, applied);
  return applied;
}

function mergeObjects(type: ObjectType, live: JsonObject, applied: JsonObject): Json {
  if (type.atomic) return applied;
  const merged = new Map(Object.entries(live));
  for (const [key, value] of Object.entries(applied)) {
    merged.set(key, merge(fieldType(type, key), merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/**
 * Applied elements stand in applied order. Live ones that are not applied come first, up to the live element that is
 * applied next.
 */
function mergeLists(type: ListType, live: readonly Json[], applied: readonly Json[]): Json {
  if (!isGranular(type)) return applied;
  const liveItems = new Map(live.map((item) => [elementOf(type, item) ?? '', item]));
  const appliedItems = new Map(applied.map((item) => [elementOf(type, item) ?? '', item]));
  const shared = [...appliedItems.keys()].filter((element) => liveItems.has(element));
  const rest = [...liveItems];
  const merged: Json[] = [];
  for (const [element, item] of appliedItems) {
    for (let front = rest[0]; front !== undefined && front[0] !== shared[0]; front = rest[0]) {
      rest.shift();
      if (!appliedItems.has(front[0])) merged.push(front[1]);
    }
    merged.push(merge(type.element, liveItems.get(element), item));
    if (element === shared[0]) {
      shared.shift();
      rest.shift();
    }
  }
  return [...merged, ...rest.filter(([element]) => !appliedItems.has(element)).map(([, item]) => item)];
}

/** The value without the members of the set and what is below them. Atomic values are kept or lost as a whole. */
export function removeFields(type: TypeNode, value: Json, set: FieldSet): Json {
  if (isObject(value)) {
    const object = type.is === 'object' ? type : UNTYPED;
    return object.atomic ? value : removeFromObject(object, value, set);
  }
  if (!isList(value) || type.is !== 'list' || !isGranular(type)) return value;
  return value.flatMap((item) => {
    const inner = set.below.get(elementOf(type, item) ?? '') ?? EMPTY;
    if (inner.isMember) return [];
    return isEmptySet(inner) ? [item] : [removeFields(type.element, item, inner)];
  });
}

function removeFromObject(type: ObjectType, value: JsonObject, set: FieldSet): Json {
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const inner = set.below.get(`f:${key}`) ?? EMPTY;
    if (inner.isMember) return [];
    return [[key, isEmptySet(inner) ? item : removeFields(fieldType(type, key), item, inner)] as const];
  });
  return Object.fromEntries(kept);
}

/** Adds the struct fields on the way to each member: a set of `a.b.c` also has `a` where `a` is a named field. */
export function withNamedFields(type: TypeNode, set: FieldSet, isNamed = false): FieldSet {
  const below = [...set.below].map(([element, inner]) => {
    if (!element.startsWith('f:')) {
      return [element, withNamedFields(type.is === 'list' ? type.element : UNTYPED, inner)] as const;
    }
    const object = type.is === 'object' ? type : UNTYPED;
    const key = element.slice(2);
    return [element, withNamedFields(fieldType(object, key), inner, object.fields?.has(key) === true)] as const;
  });
  return { isMember: set.isMember || (isNamed && below.length > 0), below: new Map(below) };
}
