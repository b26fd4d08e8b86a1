import { isBuiltInDefault } from '../../../src/core/kubernetes/built-in-defaults.ts';
import { keyOf, listKeysFor } from '../../../src/core/kubernetes/list-keys.ts';
import { isSameQuantity } from '../../../src/core/kubernetes/quantity.ts';
import { childSchema } from '../../../src/core/kubernetes/schema.ts';
import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, isZero, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { child, lastToken, type Pointer } from '../../../src/core/model/pointer.ts';
import { isBuiltIn } from '../../../src/core/model/resource-ref.ts';
import type { SchemaNode } from '../../../src/core/model/schema-node.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { isLostInMarshalling } from './marshalled.ts';

/*
 * What an apply would make of a live object whose type is known: lists with keys merge, other lists are replaced, what
 * was applied before and left Git goes away, what others wrote stays. Serves the strategic merge of built-in kinds and
 * the structured merge of server-side apply (docs/facts.md#predicted-state).
 */
export interface TypedMerge {
  readonly key: ObjectKey;
  readonly live: JsonObject;
  readonly schema: SchemaNode | undefined;
  /** Argo CD applied this live field before; when Git no longer states it, it goes. */
  wasApplied(path: Pointer): boolean;
  /** The engine does not know that the API server fills this in, and predicts that an apply removes it. */
  isUnknownDefault(path: Pointer, value: Json): boolean;
}

export function mergedTyped(merge: TypedMerge, target: JsonObject): JsonObject {
  return mergedObject(merge, target, merge.live, '', merge.schema);
}

function mergedObject(
  merge: TypedMerge,
  target: JsonObject,
  live: JsonObject,
  path: Pointer,
  schema: SchemaNode | undefined,
): JsonObject {
  const result = new Map<string, Json>();
  for (const [key, current] of Object.entries(live)) {
    const place = child(path, key);
    const wanted = Object.hasOwn(target, key) ? target[key] : undefined;
    if (wanted !== undefined) result.set(key, mergedValue(merge, wanted, current, place, childSchema(schema, key)));
    else if (!merge.wasApplied(place) && !merge.isUnknownDefault(place, current)) result.set(key, current);
  }
  for (const [key, wanted] of Object.entries(target)) {
    if (!Object.hasOwn(live, key) && !isLostInMarshalling(merge.key, path, key, wanted)) result.set(key, wanted);
  }
  return Object.fromEntries(result);
}

function mergedValue(merge: TypedMerge, target: Json, live: Json, path: Pointer, schema: SchemaNode | undefined): Json {
  if (isObject(target) && isObject(live)) return mergedObject(merge, target, live, path, schema);
  if (isList(target) && isList(live)) return mergedList(merge, target, live, path, schema);
  if (isEqual(target, live) || isSameAmount(merge, path, target, live)) return live;
  return isBuiltIn(merge.key) && isZero(target) && isZero(live) ? live : target;
}

function mergedList(
  merge: TypedMerge,
  target: readonly Json[],
  live: readonly Json[],
  path: Pointer,
  schema: SchemaNode | undefined,
): Json {
  const builtIn = isBuiltIn(merge.key);
  const keys = listKeysFor({ field: lastToken(path), builtIn, schema }, live, target);
  if (!keys?.merges) return builtIn ? withDefaultsOf(merge, target, live, path) : target;
  const wanted = new Map(target.map((item) => [keyOf(item, keys.keys), item]));
  const kept = live.flatMap((item, index) => {
    const place = child(path, index);
    const key = keyOf(item, keys.keys);
    const match = wanted.get(key);
    wanted.delete(key);
    if (match !== undefined) return [mergedValue(merge, match, item, place, childSchema(schema, String(index)))];
    return merge.wasApplied(place) ? [] : [item];
  });
  return [...kept, ...wanted.values()];
}

/** Argo CD defaults both sides of a built-in kind, so that a list replaced as a whole still shows no defaults. */
function withDefaultsOf(merge: TypedMerge, target: Json, live: Json | undefined, path: Pointer): Json {
  if (isList(target) && isList(live)) {
    return target.map((item, index) => withDefaultsOf(merge, item, live[index], child(path, index)));
  }
  if (!isObject(target) || !isObject(live)) {
    return live !== undefined && isSameAmount(merge, path, target, live) ? live : target;
  }
  const stated = Object.entries(target).map(([key, value]) => [
    key,
    withDefaultsOf(merge, value, Object.hasOwn(live, key) ? live[key] : undefined, child(path, key)),
  ]);
  const filled = Object.entries(live).filter(
    ([key, value]) => !Object.hasOwn(target, key) && isBuiltInDefault(merge.key, child(path, key), value, merge.live),
  );
  return Object.fromEntries([...stated, ...filled]);
}

const AMOUNTS = /\/(requests|limits|capacity|hard|overhead)\/[^/]+$|\/(sizeLimit|divisor|storage)$/;

/** Built-in kinds go through Go structs, which write quantities in one form: `1000m` and `1` are equal bytes. */
function isSameAmount({ key }: TypedMerge, path: Pointer, target: Json, live: Json): boolean {
  return isBuiltIn(key) && AMOUNTS.test(path) && isAmount(target) && isAmount(live) && isSameQuantity(target, live);
}

function isAmount(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
