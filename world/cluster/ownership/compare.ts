import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, isZero, type Json } from '../../../src/core/model/json.ts';
import { fieldType, type ListType, type ObjectType, type TypeNode, UNTYPED } from '../typing/type-node.ts';
import { EMPTY, type FieldSet, MEMBER, makeSet } from './field-set.ts';
import { elementOf, isGranular } from './path-element.ts';

/** Fields by what happened to them between two versions of an object. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const UNCHANGED: Comparison = { added: EMPTY, modified: EMPTY, removed: EMPTY };

type Side = Json | undefined;

/** structured-merge-diff's Compare: atomic values and scalars are leaves, the rest is walked. */
export function compare(type: TypeNode, before: Side, after: Side): Comparison {
  if (before === undefined && after === undefined) return UNCHANGED;
  const sample = after ?? before;
  if (isList(sample)) return type.is === 'list' ? compareLists(type, before, after) : leaf(before, after);
  if (isObject(sample)) return compareObjects(type.is === 'object' ? type : UNTYPED, before, after);
  return leaf(before, after);
}

function leaf(before: Side, after: Side): Comparison {
  if (before === undefined) return { ...UNCHANGED, added: MEMBER };
  if (after === undefined) return { ...UNCHANGED, removed: MEMBER };
  const same = isEqual(before, after) || (before === null && isZero(after));
  return same ? UNCHANGED : { ...UNCHANGED, modified: MEMBER };
}

function compareObjects(type: ObjectType, before: Side, after: Side): Comparison {
  const [left, right] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  if (type.atomic || keys.length === 0) return leaf(before, after);
  const children = keys.map((key): readonly [string, Comparison] => [
    `f:${key}`,
    compare(fieldType(type, key), own(left, key), own(right, key)),
  ]);
  return gathered(children, before, after);
}

function compareLists(type: ListType, before: Side, after: Side): Comparison {
  const [left, right] = [byElement(type, before), byElement(type, after)];
  const elements = [...new Set([...left.keys(), ...right.keys()])];
  if (!isGranular(type) || elements.length === 0) return leaf(before, after);
  const children = elements.map((element): readonly [string, Comparison] => [
    element,
    compareElements(type, left.get(element) ?? [], right.get(element) ?? []),
  ]);
  return gathered(children, before, after);
}

/** Duplicates of one key are owned as a whole. */
function compareElements(type: ListType, before: readonly Json[], after: readonly Json[]): Comparison {
  if (before.length <= 1 && after.length <= 1) return compare(type.element, before[0], after[0]);
  if (before.length >= 2 && after.length >= 2)
    return isEqual(before, after) ? UNCHANGED : { ...UNCHANGED, modified: MEMBER };
  if (before.length >= 2) {
    const added = after.length === 0 ? EMPTY : compare(type.element, undefined, after[0]).added;
    return { ...UNCHANGED, added, removed: MEMBER };
  }
  const removed = before.length === 0 ? EMPTY : compare(type.element, before[0], undefined).removed;
  return { ...UNCHANGED, added: MEMBER, removed };
}

function gathered(children: readonly (readonly [string, Comparison])[], before: Side, after: Side): Comparison {
  const side = (which: keyof Comparison, isMember: boolean): FieldSet =>
    makeSet(
      isMember,
      children.map(([element, comparison]) => [element, comparison[which]] as const),
    );
  return {
    added: side('added', before === undefined),
    modified: side('modified', false),
    removed: side('removed', after === undefined),
  };
}

function byElement(type: ListType, value: Side): ReadonlyMap<string, readonly Json[]> {
  return Map.groupBy(isList(value) ? value : [], (item) => elementOf(type, item) ?? '');
}

function own(object: { readonly [key: string]: Json }, key: string): Side {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Every field an applied configuration states. */
export function fieldsOf(type: TypeNode, value: Json): FieldSet {
  if (isObject(value)) {
    const object = type.is === 'object' ? type : UNTYPED;
    if (object.atomic) return MEMBER;
    return makeSet(
      false,
      Object.entries(value).map(([key, item]) => {
        const inner = fieldsOf(fieldType(object, key), item);
        const isNamed = object.fields?.has(key) === true;
        const isWhole = item === null || (isObject(item) && Object.keys(item).length === 0) || !isNamed;
        return [`f:${key}`, isWhole ? { ...inner, isMember: true } : inner] as const;
      }),
    );
  }
  if (isList(value)) {
    if (type.is !== 'list' || !isGranular(type)) return MEMBER;
    return makeSet(
      false,
      value.map((item) => [elementOf(type, item) ?? '', { ...fieldsOf(type.element, item), isMember: true }] as const),
    );
  }
  return value === null && type.is !== 'scalar' ? EMPTY : MEMBER;
}
