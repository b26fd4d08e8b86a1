import { isEqual } from '../../../src/core/model/equal.ts';
import { at, isList, isObject, type Json, type JsonObject, type Manifest } from '../../../src/core/model/json.ts';
import { type Pointer, parsePointer } from '../../../src/core/model/pointer.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { builtInType } from '../../cluster/typing/built-in-types.ts';
import { fieldType, type TypeNode, UNTYPED } from '../../cluster/typing/type-node.ts';
import { annotationOf, LAST_APPLIED } from '../annotations.ts';

/** undefined also for a text that cannot be read: Argo CD compares two ways then. */
export function lastApplied(live: Manifest | null): JsonObject | undefined {
  const text = live === null ? undefined : annotationOf(live, LAST_APPLIED);
  if (text === undefined) return undefined;
  try {
    const parsed = JSON.parse(text) as Json;
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether an earlier manifest of a built-in kind states what live has at `path`. A strategic merge finds list elements by
 * the merge key of their type, those of other lists by their place.
 */
export function wasStated({ group, kind }: ObjectKey, original: JsonObject, live: Json, path: Pointer): boolean {
  let type: TypeNode = builtInType(group, kind) ?? UNTYPED;
  let before: Json | undefined = original;
  let current: Json | undefined = live;
  for (const token of parsePointer(path)) {
    const inner: Json | undefined = isList(current) ? current[Number(token)] : at(current, token);
    before = isList(before) ? elementLike(before, inner, Number(token), type) : at(before, token);
    if (before === undefined) return false;
    type = type.is === 'list' ? type.element : type.is === 'object' ? fieldType(type, token) : UNTYPED;
    current = inner;
  }
  return true;
}

function elementLike(
  elements: readonly Json[],
  element: Json | undefined,
  index: number,
  type: TypeNode,
): Json | undefined {
  const key = type.is === 'list' ? type.mergeKey : undefined;
  if (key === undefined) return elements[index];
  return elements.find((candidate) =>
    key === '' ? isEqual(candidate, element) : isEqual(at(candidate, key) ?? null, at(element, key) ?? null),
  );
}
