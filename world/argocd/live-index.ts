import { listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import type { ClusterModel, ObjectKey } from '../cluster/types.ts';
import { keyOfManifest, keyText } from './object-key.ts';
import { trackingInstance } from './tracking.ts';

/** The controller's cache of one cluster: what an app tracks, and what an object owns. */
export interface LiveIndex {
  /** Objects with the app's tracking value and without an owner: see docs/facts.md#what-is-compared. */
  trackedBy(instance: string): readonly Manifest[];
  ownedBy(uid: string): readonly Manifest[];
  get(key: ObjectKey): Manifest | undefined;
  /** Which apps are concerned when this object changes: its own tracking value and that of its owners. */
  concerned(object: Manifest): readonly string[];
  close(): void;
}

export function makeLiveIndex(cluster: ClusterModel, onChange: (object: Manifest) => void): LiveIndex {
  const objects = new Map<string, Manifest>();
  const byInstance = new Map<string, Map<string, Manifest>>();
  const byOwner = new Map<string, Map<string, Manifest>>();
  const byUid = new Map<string, Manifest>();

  function put(object: Manifest): void {
    const id = keyText(keyOfManifest(object));
    remove(id);
    objects.set(id, object);
    byUid.set(uidOf(object), object);
    const instance = trackingInstance(object);
    if (instance !== undefined) bucket(byInstance, instance).set(id, object);
    for (const owner of ownersOf(object)) bucket(byOwner, owner).set(id, object);
  }

  function remove(id: string): void {
    const known = objects.get(id);
    if (!known) return;
    objects.delete(id);
    byUid.delete(uidOf(known));
    const instance = trackingInstance(known);
    if (instance !== undefined) byInstance.get(instance)?.delete(id);
    for (const owner of ownersOf(known)) byOwner.get(owner)?.delete(id);
  }

  for (const { group, kind } of cluster.kinds()) for (const object of cluster.list({ group, kind })) put(object);
  const stop = cluster.watch(({ type, object }) => {
    if (type === 'DELETED') remove(keyText(keyOfManifest(object)));
    else put(object);
    onChange(object);
  });

  function concerned(object: Manifest): readonly string[] {
    const instance = trackingInstance(object);
    if (instance !== undefined) return [instance];
    return ownersOf(object).flatMap((uid) => {
      const owner = byUid.get(uid);
      return owner ? concerned(owner) : [];
    });
  }

  return {
    trackedBy: (instance) =>
      [...(byInstance.get(instance)?.values() ?? [])].filter((object) => ownersOf(object).length === 0),
    ownedBy: (uid) => [...(byOwner.get(uid)?.values() ?? [])],
    get: (key) => objects.get(keyText(key)),
    concerned,
    close: stop,
  };
}

function bucket(buckets: Map<string, Map<string, Manifest>>, name: string): Map<string, Manifest> {
  const known = buckets.get(name) ?? new Map<string, Manifest>();
  buckets.set(name, known);
  return known;
}

function uidOf(object: Manifest): string {
  return stringAt(object, 'metadata', 'uid') ?? '';
}

function ownersOf(object: Manifest): readonly string[] {
  return listAt(object, 'metadata', 'ownerReferences').flatMap((owner) => stringAt(owner, 'uid') ?? []);
}
