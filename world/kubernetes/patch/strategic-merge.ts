import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { fieldType, type ListType, type ObjectType, type TypeNode, UNTYPED } from '../../cluster/typing/type-node.ts';

const DIRECTIVE = '$patch';
const RETAIN = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE_VALUES = '$deleteFromPrimitiveList/';

/** Strategic merge patch: lists with a merge key merge by it, and the patch may carry directives. */
export function strategicMerged(type: TypeNode, target: Json | undefined, patch: Json): Json {
  if (isObject(patch))
    return mergedObject(type.is === 'object' ? type : UNTYPED, isObject(target) ? target : {}, patch);
  if (isList(patch) && type.is === 'list' && type.mergeKey !== undefined)
    return mergedList(type, isList(target) ? target : [], patch);
  return patch;
}

function mergedObject(type: ObjectType, target: JsonObject, patch: JsonObject): JsonObject {
  const { [DIRECTIVE]: directive, [RETAIN]: retained, ...rest } = patch;
  if (directive === 'replace') return rest;
  if (directive === 'delete') return {};
  const merged = new Map(Object.entries(target));
  if (isList(retained)) for (const key of merged.keys()) if (!retained.includes(key)) merged.delete(key);
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith(ORDER)) continue;
    if (key.startsWith(DELETE_VALUES)) dropValues(merged, key.slice(DELETE_VALUES.length), value);
    else if (value === null) merged.delete(key);
    else merged.set(key, strategicMerged(fieldType(type, key), merged.get(key), value));
  }
  for (const [key, order] of Object.entries(rest)) {
    if (!key.startsWith(ORDER) || !isList(order)) continue;
    const field = key.slice(ORDER.length);
    const [list, before] = [merged.get(field), target[field]];
    const listType = fieldType(type, field);
    if (isList(list) && listType.is === 'list') {
      merged.set(field, ordered(listType, list, order, isList(before) ? before : []));
    }
  }
  return Object.fromEntries(merged);
}

function dropValues(merged: Map<string, Json>, field: string, values: Json): void {
  const current = merged.get(field);
  if (!isList(current) || !isList(values)) return;
  merged.set(
    field,
    current.filter((item) => !values.some((other) => isEqual(item, other))),
  );
}

function mergedList(type: ListType, target: readonly Json[], patch: readonly Json[]): Json {
  if (patch.some((item) => isObject(item) && item[DIRECTIVE] === 'replace')) {
    return patch.filter((item) => !isObject(item) || item[DIRECTIVE] !== 'replace');
  }
  const merged = [...target];
  for (const item of patch) {
    const index = merged.findIndex((other) => isSameElement(type, other, item));
    const current = merged[index];
    if (isObject(item) && item[DIRECTIVE] === 'delete') {
      if (index >= 0) merged.splice(index, 1);
    } else if (current === undefined) merged.push(strategicMerged(type.element, undefined, item));
    else merged[index] = strategicMerged(type.element, current, item);
  }
  return ordered(type, merged, patch, target);
}

/**
 * Elements that the patch names stand in its order. The others are put before the first of them that stood behind
 * them in the live list; a new element stands before all others.
 */
function ordered(
  type: ListType,
  list: readonly Json[],
  order: readonly Json[],
  live: readonly Json[],
): readonly Json[] {
  const positionIn = (items: readonly Json[], item: Json): number =>
    items.findIndex((other) => isSameElement(type, item, other));
  const named = list
    .filter((item) => positionIn(order, item) >= 0)
    .toSorted((a, b) => positionIn(order, a) - positionIn(order, b));
  const result: Json[] = [];
  for (const item of list.filter((other) => positionIn(order, other) < 0)) {
    const isBehind = (other: Json): boolean => {
      const position = positionIn(live, other);
      return position >= 0 && positionIn(live, item) < position;
    };
    for (let next = named[0]; next !== undefined && !isBehind(next); next = named[0])
      result.push(...named.splice(0, 1));
    result.push(item);
  }
  return [...result, ...named];
}

function isSameElement({ mergeKey = '' }: ListType, a: Json, b: Json): boolean {
  if (mergeKey === '') return isEqual(a, b);
  return isObject(a) && isObject(b) && a[mergeKey] !== undefined && isEqual(a[mergeKey], b[mergeKey]);
}
