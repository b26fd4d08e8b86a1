import { listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ObjectKey } from '../types.ts';

/** Objects by kind, namespace and name, with an index from owners to what they own. */
export interface ObjectStore {
  get(key: ObjectKey): Manifest | undefined;
  /** In the order of namespace and name. */
  list(group: string, kind: string, namespace?: string): readonly Manifest[];
  put(key: ObjectKey, object: Manifest): void;
  remove(key: ObjectKey): void;
  hasUid(uid: string): boolean;
  dependentsOf(uid: string): readonly ObjectKey[];
  keysIn(namespace: string): readonly ObjectKey[];
  /** In the order in which they first came, kind by kind. */
  all(): readonly StoredObject[];
}

export interface StoredObject {
  readonly key: ObjectKey;
  readonly object: Manifest;
}

export function makeObjectStore(): ObjectStore {
  const kinds = new Map<string, Map<string, StoredObject>>();
  const sorted = new Map<string, readonly StoredObject[]>();
  const uids = new Set<string>();
  const owned = new Map<string, Map<string, ObjectKey>>();

  const objectsOf = (group: string, kind: string): Map<string, StoredObject> => {
    const name = `${group}/${kind}`;
    const objects = kinds.get(name) ?? new Map<string, StoredObject>();
    kinds.set(name, objects);
    return objects;
  };

  const unlink = (key: ObjectKey): void => {
    const before = objectsOf(key.group, key.kind).get(idOf(key))?.object;
    for (const owner of ownersOf(before)) owned.get(owner)?.delete(fullIdOf(key));
    uids.delete(uidOf(before));
    sorted.delete(`${key.group}/${key.kind}`);
  };

  return {
    get: (key) => kinds.get(`${key.group}/${key.kind}`)?.get(idOf(key))?.object,
    list(group, kind, namespace) {
      const name = `${group}/${kind}`;
      const all = sorted.get(name) ?? [...objectsOf(group, kind).values()].toSorted(byKey);
      sorted.set(name, all);
      const chosen = namespace === undefined ? all : all.filter(({ key }) => key.namespace === namespace);
      return chosen.map(({ object }) => object);
    },
    put(key, object) {
      unlink(key);
      objectsOf(key.group, key.kind).set(idOf(key), { key, object });
      uids.add(uidOf(object));
      for (const owner of ownersOf(object)) {
        const keys = owned.get(owner) ?? new Map<string, ObjectKey>();
        owned.set(owner, keys.set(fullIdOf(key), key));
      }
    },
    remove(key) {
      unlink(key);
      objectsOf(key.group, key.kind).delete(idOf(key));
    },
    hasUid: (uid) => uids.has(uid),
    dependentsOf: (uid) => [...(owned.get(uid)?.values() ?? [])],
    all: () => [...kinds.values()].flatMap((objects) => [...objects.values()]),
    keysIn: (namespace) =>
      [...kinds.values()].flatMap((objects) =>
        [...objects.values()].map(({ key }) => key).filter((key) => key.namespace === namespace),
      ),
  };
}

function idOf({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

function fullIdOf({ group, kind, namespace, name }: ObjectKey): string {
  return `${group}/${kind}/${namespace}/${name}`;
}

function uidOf(object: Manifest | undefined): string {
  return stringAt(object, 'metadata', 'uid') ?? '';
}

export function ownersOf(object: Manifest | undefined): readonly string[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap((owner) => stringAt(owner, 'uid') ?? []);
}

function byKey(a: StoredObject, b: StoredObject): number {
  return order(a.key.namespace, b.key.namespace) || order(a.key.name, b.key.name);
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
