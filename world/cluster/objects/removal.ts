import { at, isObject, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ObjectKey } from '../types.ts';
import { nameOf, withMetadata } from './admission.ts';
import { type KindDefinition, parseApiVersion } from './kind-definition.ts';
import type { ObjectStore } from './object-store.ts';
import { ownersOf } from './object-store.ts';

export interface RemovalParts {
  readonly store: ObjectStore;
  save(key: ObjectKey, object: Manifest, type: 'MODIFIED'): Manifest;
  /** Takes the object out of the store for good. */
  forget(key: ObjectKey, object: Manifest): Manifest;
  now(): string;
  definitionOf(key: ObjectKey): KindDefinition | undefined;
}

export interface Removal {
  remove(key: ObjectKey, propagation: 'Background' | 'Foreground' | 'Orphan'): Manifest;
  /** After a write: an object in deletion goes when its last finalizer is gone. */
  settle(key: ObjectKey, object: Manifest): Manifest;
}

/** Finalizers whose controllers let go at once here. */
const RELEASED = new Set(['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection']);

const FOREGROUND = 'foregroundDeletion';

/** Deletion with finalizers, garbage collection of dependents and the end of namespaces and custom kinds. */
export function makeRemoval({ store, save, forget, now, definitionOf }: RemovalParts): Removal {
  const remove: Removal['remove'] = (key, propagation) => {
    const object = store.get(key);
    if (!object) return {};
    const uid = stringAt(object, 'metadata', 'uid') ?? '';
    if (propagation === 'Orphan') for (const dependent of store.dependentsOf(uid)) disown(dependent, uid);
    if (propagation === 'Foreground') return removeLast(key, object, uid);
    const finalizers = listAt(object, 'metadata', 'finalizers').filter((name) => !RELEASED.has(String(name)));
    const contents = contentsOf(key, object);
    if (finalizers.length === 0 && contents.length === 0) return finish(key, object, uid);
    const doomed =
      at(object, 'metadata', 'deletionTimestamp') === undefined ? save(key, marked(object), 'MODIFIED') : object;
    for (const inner of contents) remove(inner, 'Background');
    const current = store.get(key);
    return current && finalizers.length === 0 && contentsOf(key, current).length === 0
      ? finish(key, current, uid)
      : (current ?? doomed);
  };

  /** In deletion until the garbage collector has taken whatever blocks it. */
  const removeLast = (key: ObjectKey, object: Manifest, uid: string): Manifest => {
    const isMarked = at(object, 'metadata', 'deletionTimestamp') !== undefined;
    const finalizers = [...listAt(object, 'metadata', 'finalizers').filter((name) => name !== FOREGROUND), FOREGROUND];
    const doomed = save(key, withMetadata(isMarked ? object : marked(object), { finalizers }), 'MODIFIED');
    for (const dependent of store.dependentsOf(uid)) collect(dependent, uid);
    return release(key) ?? doomed;
  };

  /** Lets go of an object in foreground deletion once nothing blocks it; undefined: it is not there, or not in one. */
  const release = (key: ObjectKey): Manifest | undefined => {
    const object = store.get(key);
    const finalizers = listAt(object, 'metadata', 'finalizers');
    if (!object || !finalizers.includes(FOREGROUND)) return object;
    const uid = stringAt(object, 'metadata', 'uid') ?? '';
    if (store.dependentsOf(uid).some((dependent) => isBlocking(store.get(dependent), uid))) return object;
    const rest = finalizers.filter((name) => name !== FOREGROUND);
    const free = withMetadata(object, { finalizers: rest.length > 0 ? rest : undefined });
    return rest.length > 0 ? save(key, free, 'MODIFIED') : settle(key, free);
  };

  const finish = (key: ObjectKey, object: Manifest, uid: string): Manifest => {
    const last = forget(key, object);
    for (const dependent of store.dependentsOf(uid)) collect(dependent, uid);
    for (const owner of ownerKeys(last)) release(owner);
    releaseContainer(key);
    return last;
  };

  /** A dependent goes with its last owner; while it has others it only loses the reference. */
  const collect = (key: ObjectKey, uid: string): void => {
    const object = store.get(key);
    if (!object) return;
    if (ownersOf(object).some((owner) => owner !== uid && store.hasUid(owner))) disown(key, uid);
    else remove(key, 'Background');
  };

  const disown = (key: ObjectKey, uid: string): void => {
    const object = store.get(key);
    if (!object) return;
    const rest = listAt(object, 'metadata', 'ownerReferences').filter((owner) => at(owner, 'uid') !== uid);
    save(key, withMetadata(object, { ownerReferences: rest.length > 0 ? rest : undefined }), 'MODIFIED');
  };

  /** Objects that must go before this one can: a namespace's, a custom kind's. */
  const contentsOf = (key: ObjectKey, object: Manifest): readonly ObjectKey[] => {
    if (key.group === '' && key.kind === 'Namespace') return store.keysIn(key.name);
    if (key.group !== 'apiextensions.k8s.io' || key.kind !== 'CustomResourceDefinition') return [];
    const group = stringAt(object, 'spec', 'group') ?? '';
    const kind = stringAt(object, 'spec', 'names', 'kind') ?? '';
    return store.list(group, kind).map((custom) => ({
      group,
      kind,
      namespace: stringAt(custom, 'metadata', 'namespace') ?? '',
      name: nameOf(custom),
    }));
  };

  const ownerKeys = (object: Manifest): readonly ObjectKey[] =>
    listAt(object, 'metadata', 'ownerReferences').map((owner) => {
      const { group } = parseApiVersion(stringAt(owner, 'apiVersion') ?? '');
      const key = { group, kind: stringAt(owner, 'kind') ?? '', namespace: '', name: stringAt(owner, 'name') ?? '' };
      const isNamespaced = definitionOf(key)?.namespaced ?? false;
      return { ...key, namespace: isNamespaced ? (stringAt(object, 'metadata', 'namespace') ?? '') : '' };
    });

  /** The last object of a namespace or custom kind in deletion takes it along. */
  const releaseContainer = ({ group, kind, namespace }: ObjectKey): void => {
    const plural = definitionOf({ group, kind, namespace, name: '' })?.plural;
    const containers: readonly ObjectKey[] = [
      { group: '', kind: 'Namespace', namespace: '', name: namespace },
      { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', namespace: '', name: `${plural}.${group}` },
    ];
    for (const key of containers) {
      const object = store.get(key);
      if (object && at(object, 'metadata', 'deletionTimestamp') !== undefined) settle(key, object);
    }
  };

  const settle: Removal['settle'] = (key, object) => {
    if (at(object, 'metadata', 'deletionTimestamp') === undefined) return object;
    const isHeld = listAt(object, 'metadata', 'finalizers').length > 0 || contentsOf(key, object).length > 0;
    return isHeld ? object : finish(key, object, stringAt(object, 'metadata', 'uid') ?? '');
  };

  const marked = (object: Manifest): Manifest => {
    const generation = at(object, 'metadata', 'generation');
    const doomed = withMetadata(object, {
      deletionTimestamp: now(),
      deletionGracePeriodSeconds: 0,
      ...(typeof generation === 'number' ? { generation: generation + 1 } : {}),
    });
    if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return doomed;
    return { ...doomed, status: { ...(isObject(object.status) ? object.status : {}), phase: 'Terminating' } };
  };

  return { remove, settle };
}

function isBlocking(dependent: Manifest | undefined, uid: string): boolean {
  return listAt(dependent, 'metadata', 'ownerReferences').some(
    (owner) => at(owner, 'uid') === uid && at(owner, 'blockOwnerDeletion') === true,
  );
}
