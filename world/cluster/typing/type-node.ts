import type { Json } from '../../../src/core/model/json.ts';

/** The API type of a value, as far as storing, merging and ownership depend on it. */
export type TypeNode = ScalarType | ObjectType | ListType;

export interface ScalarType {
  readonly is: 'scalar';
  /** Written back in canonical form: `1000m` becomes `1`. */
  readonly quantity?: boolean;
}

/** A struct with `fields`, a map with free keys of type `element`, or both. */
export interface ObjectType {
  readonly is: 'object';
  readonly fields?: ReadonlyMap<string, FieldType>;
  readonly element?: TypeNode;
  /** Owned and merged as one piece. */
  readonly atomic?: boolean;
}

/** A list without `keys` and not a set is atomic. */
export interface ListType {
  readonly is: 'list';
  readonly element: TypeNode;
  readonly keys?: readonly string[];
  readonly isSet?: boolean;
  /** Strategic merge patch: the key elements merge by; '' merges a list of scalars; undefined replaces. */
  readonly mergeKey?: string;
}

/**
 * What a typed server writes for a field: `always` (a struct by value, a scalar without omitempty), `nullable` (a
 * pointer without omitempty), `stated` (a pointer), `non-zero` (omitempty).
 */
export type Presence = 'always' | 'nullable' | 'stated' | 'non-zero';

export interface FieldType {
  readonly type: TypeNode;
  readonly presence: Presence;
  /** What an `always` field says when nobody stated it. */
  readonly zero?: Json;
  /** Strategic merge patch may name the only keys to keep. */
  readonly retainsKeys?: boolean;
}

export const SCALAR: ScalarType = { is: 'scalar' };

/** No schema: maps are granular, lists are atomic. */
export const UNTYPED: ObjectType = {
  is: 'object',
  get element() {
    return UNTYPED;
  },
};

export function fieldType(node: ObjectType, key: string): TypeNode {
  return node.fields?.get(key)?.type ?? node.element ?? UNTYPED;
}
