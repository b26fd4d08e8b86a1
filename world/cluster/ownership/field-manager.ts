import { isEqual } from '../../../src/core/model/equal.ts';
import { isObject, type Json, type JsonObject, type Manifest } from '../../../src/core/model/json.ts';
import type { ObjectType } from '../typing/type-node.ts';
import { compare, fieldsOf } from './compare.ts';
import { ApplyConflict } from './conflict.ts';
import { difference, EMPTY, type FieldSet, intersection, isEmptySet, setOf, union, without } from './field-set.ts';
import { isSameManager, type Manager, type ManagerId } from './managers.ts';
import { merge, removeFields, withNamedFields } from './merge.ts';

/*
 * The field manager of the API server (apimachinery/pkg/util/managedfields on structured-merge-diff), for objects of
 * one version at a time. Objects come in and go out without metadata.managedFields.
 */

export interface Write {
  readonly type: ObjectType;
  readonly live: JsonObject;
  readonly managers: readonly Manager[];
  readonly writer: ManagerId;
  readonly time: string;
  /** Fields that this endpoint does not set, such as status outside its subresource. */
  readonly reset: FieldSet;
}

/** Never owned by anybody. */
const IDENTITY = setOf(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((key) => ['f:metadata', `f:${key}`]),
);

/** Who owns what after `next` replaced the live object: changed fields move to the writer. */
export function managersAfterUpdate(write: Write, next: JsonObject): readonly Manager[] {
  const { type, live, managers, writer, time, reset } = write;
  const { added, modified, removed } = filtered(compare(type, live, next), reset);
  const changed = union(modified, added);
  const taken = difference(changed, IDENTITY);
  const others = managers.map((manager) => ({
    ...manager,
    fields: difference(difference(manager.fields, intersection(manager.fields, changed)), removed),
  }));
  if (isEmptySet(taken)) return others.filter(({ fields }) => !isEmptySet(fields));
  const previous = others.find((manager) => isSameManager(manager, writer))?.fields ?? EMPTY;
  return [
    ...others.filter((manager) => !isSameManager(manager, writer) && !isEmptySet(manager.fields)),
    { ...writer, time, fields: union(taken, previous) },
  ];
}

export interface Applied {
  readonly object: Manifest;
  readonly managers: readonly Manager[];
}

/** Server-side apply. Throws ApplyConflict when another manager owns a field that would change, unless forced. */
export function apply(write: Write, config: Manifest, force: boolean): Applied {
  const { type, live, managers, writer, time, reset } = write;
  const last = managers.find((manager) => isSameManager(manager, writer));
  const fields = without(fieldsOf(type, config), reset);
  const merged = merge(type, live, config);
  const others = managers.filter((manager) => !isSameManager(manager, writer));
  const owned = others.reduce((all, manager) => union(all, manager.fields), fields);
  const pruned = last ? prune(type, asObject(merged), last.fields, owned) : asObject(merged);
  const { added, modified, removed } = filtered(compare(type, live, pruned), reset);
  const changed = union(modified, added);
  const conflicts = others
    .map((manager) => ({ manager, fields: intersection(manager.fields, changed) }))
    .filter((conflict) => !isEmptySet(conflict.fields));
  if (!force && conflicts.length > 0) throw new ApplyConflict(conflicts);
  const remaining = others.map((manager) => ({
    ...manager,
    fields: difference(difference(manager.fields, changed), removed),
  }));
  return {
    object: pruned,
    managers: [
      ...remaining.filter((manager) => !isEmptySet(manager.fields)),
      { ...writer, time: isEqual(live, pruned) ? last?.time : time, fields: difference(fields, IDENTITY) },
    ],
  };
}

/** Removes what the applier applied last time, does not apply now, and nobody else owns. */
function prune(type: ObjectType, merged: JsonObject, last: FieldSet, owned: FieldSet): Manifest {
  const named = (set: FieldSet): FieldSet => withNamedFields(type, set);
  const everything = named(fieldsOf(type, merged));
  const bare = removeFields(type, merged, named(last));
  const kept = union(named(fieldsOf(type, bare)), named(owned));
  const claimed = removeFields(type, merged, difference(everything, kept));
  const dangling = difference(everything, named(fieldsOf(type, claimed)));
  return asObject(removeFields(type, merged, intersection(dangling, named(last))));
}

function filtered(comparison: ReturnType<typeof compare>, reset: FieldSet): ReturnType<typeof compare> {
  return {
    added: without(comparison.added, reset),
    modified: without(comparison.modified, reset),
    removed: without(comparison.removed, reset),
  };
}

function asObject(value: Json): Manifest {
  return isObject(value) ? value : {};
}
