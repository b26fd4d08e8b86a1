import { SERVER_SET_METADATA } from '../../kubernetes/object-metadata.ts';
import { isObject, type Json, type JsonObject, listAt, type Manifest, objectAt, stringAt } from '../../model/json.ts';
import { neverRestored, noteOf } from '../plan/delete.ts';

/** Ways of deleting, not wishes of the object: created with them it would be held for ever. */
const WAYS_OF_DELETING = new Set<Json>(['foregroundDeletion', 'orphan']);

/** With these a claim counts as bound to a volume that still names the deleted one: it would be Lost. */
export const BINDING_ANNOTATIONS = ['pv.kubernetes.io/bind-completed', 'pv.kubernetes.io/bound-by-controller'];

export type Restorable =
  | { readonly manifest: Manifest /** What will not be as before. */; readonly notes: readonly string[] }
  | { readonly because: string };

/**
 * A manifest as it was read → one that can be created. Labels, annotations and with them Argo CD's tracking stay. An
 * owner whose uid is not among the living is left out and noted: garbage collection would take the object at once.
 */
export function restorable(saved: Manifest, livingUids: ReadonlySet<string> = new Set()): Restorable {
  const because = neverRestored(saved);
  if (because !== undefined) return { because };
  const { status: _, ...content } = saved;
  const owners = listAt(saved, 'metadata', 'ownerReferences');
  const kept = owners.filter((owner) => livingUids.has(stringAt(owner, 'uid') ?? ''));
  const note = noteOf(saved);
  return {
    manifest: { ...content, metadata: metadataOf(saved, kept) },
    notes: [...owners.filter((owner) => !kept.includes(owner)).map(orphaned), ...(note === undefined ? [] : [note])],
  };
}

function metadataOf(saved: Manifest, owners: readonly Json[]): JsonObject {
  const kept = Object.entries(objectAt(saved, 'metadata')).flatMap(([key, value]): [string, Json][] => {
    if (SERVER_SET_METADATA.includes(key) || key === 'ownerReferences') return [];
    if (key === 'finalizers' && Array.isArray(value))
      return nonEmptyList(
        key,
        value.filter((finalizer) => !WAYS_OF_DELETING.has(finalizer)),
      );
    return [[key, key === 'annotations' && isObject(value) ? withoutBinding(value) : value]];
  });
  return Object.fromEntries([...kept, ...nonEmptyList('ownerReferences', owners)]);
}

function nonEmptyList(key: string, list: readonly Json[]): [string, Json][] {
  return list.length === 0 ? [] : [[key, list]];
}

function withoutBinding(annotations: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !BINDING_ANNOTATIONS.includes(key)));
}

function orphaned(owner: Json): string {
  return `its owner ${stringAt(owner, 'kind') ?? '?'}/${stringAt(owner, 'name') ?? '?'} is gone: it comes back without one`;
}
