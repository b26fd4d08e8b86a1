import { isEqual } from '../../src/core/model/equal.ts';
import { at, isObject, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { mergePatched } from './merge-patch.ts';
import { admit, checkDeclared, nameOf, withMetadata, withoutKey, withoutServerMetadata } from './objects/admission.ts';
import { type Allocated, assignFields, makeAllocator } from './objects/assigned-fields.ts';
import { customKinds } from './objects/custom-kinds.ts';
import { makeEventBus } from './objects/event-bus.ts';
import { makeSuffix, makeUid, seededRandom } from './objects/identity.ts';
import { type KindDefinition, parseApiVersion } from './objects/kind-definition.ts';
import { makeKindRegistry } from './objects/kind-registry.ts';
import { type Logs, makeLogStore } from './objects/log-store.ts';
import { makeObjectStore, type StoredObject } from './objects/object-store.ts';
import { makeRemoval } from './objects/removal.ts';
import { alreadyExists, badRequest, forbidden, invalid, noSuchResource, notFound } from './objects/status-errors.ts';
import { checkImmutable, checkValid } from './objects/validation.ts';
import {
  checkDeletePreconditions,
  checkPreconditions,
  emptyObjectOf,
  specOf,
  withLiveMetadata,
  withoutTimes,
  withStatusFrom,
  withStatusOf,
} from './objects/write-rules.ts';
import { appliedObject, ownersAfter } from './ownership/write-ownership.ts';
import type { ApplyOptions, ClusterModel, ObjectKey, WorldClock, WriteOptions } from './types.ts';

export interface ClusterModelOptions {
  readonly server: string;
  readonly clock: WorldClock;
  /** Makes uids and generated names; seeded by `server` when left out, so that worlds are repeatable. */
  readonly random?: () => number;
  /** Goes on from there, as a restored etcd does: nobody is told of what is in it. */
  readonly from?: ClusterState;
}

/** Everything a cluster remembers. Its objects are never changed in place, so clusters may share them. */
export interface ClusterState {
  readonly objects: readonly StoredObject[];
  readonly logs: Logs;
  readonly revision: number;
  readonly allocated: Allocated;
  /** How often `random` was asked. */
  readonly drawn: number;
}

export interface RestorableCluster extends ClusterModel {
  state(): ClusterState;
}

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

export function makeClusterModel({
  server,
  clock,
  random: source = seededRandom(server),
  from,
}: ClusterModelOptions): RestorableCluster {
  const store = makeObjectStore();
  const kinds = makeKindRegistry();
  const logs = makeLogStore(from?.logs);
  const allocator = makeAllocator(from?.allocated);
  const events = makeEventBus();
  let revision = from?.revision ?? 1;
  let drawn = 0;

  const random = (): number => {
    drawn += 1;
    return source();
  };

  const now = (): string =>
    clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');

  const kindOf = (manifest: Manifest): KindDefinition => {
    const { group, version } = parseApiVersion(stringAt(manifest, 'apiVersion') ?? '');
    const kind = kinds.find({ group, version, kind: stringAt(manifest, 'kind') ?? '' });
    if (!kind) throw noSuchResource();
    return kind;
  };

  /** Stored objects are defaulted when they are read: a new default shows at once, without a new version or an event. */
  const fillStored = (kind: KindDefinition): void => {
    for (const object of store.list(kind.group, kind.kind)) {
      const filled = kind.custom?.fill(object) ?? object;
      if (!isEqual(filled, object)) store.put(keyOf(kind, object), filled);
    }
  };

  /** Writes the next version of an object and tells the watchers. */
  const save = (key: ObjectKey, object: Manifest, type: 'ADDED' | 'MODIFIED'): Manifest => {
    revision += 1;
    const saved = withMetadata(object, { resourceVersion: String(revision) });
    store.put(key, saved);
    kinds.saw(saved);
    for (const served of customKinds(saved)) fillStored(served);
    events.emit(type, saved);
    return saved;
  };

  const { remove, settle } = makeRemoval({
    store,
    save,
    now,
    forget(key, object) {
      revision += 1;
      store.remove(key);
      kinds.lost(object);
      if (key.group === '' && key.kind === 'Pod') logs.drop(key);
      const last = withMetadata(object, { resourceVersion: String(revision) });
      events.emit('DELETED', last);
      return last;
    },
    definitionOf: (key) => kinds.find(key),
  });

  const keyOf = (kind: KindDefinition, manifest: Manifest): ObjectKey => ({
    group: kind.group,
    kind: kind.kind,
    namespace: kind.namespaced ? stringAt(manifest, 'metadata', 'namespace') || 'default' : '',
    name: nameOf(manifest),
  });

  const live = (kind: KindDefinition, key: ObjectKey): Manifest => {
    const found = store.get(key);
    if (!found) throw notFound(kind, key.name);
    return found;
  };

  const namedFor = (kind: KindDefinition, manifest: Manifest): Manifest => {
    const prefix = stringAt(manifest, 'metadata', 'generateName');
    const name = nameOf(manifest) || (prefix ? `${prefix}${makeSuffix(random)}` : '');
    if (name === '') {
      const message = 'Required value: name or generateName is required';
      throw invalid(kind, '', [{ reason: 'FieldValueRequired', message, field: 'metadata.name' }]);
    }
    return withMetadata(manifest, { name });
  };

  const checkNamespace = (kind: KindDefinition, key: ObjectKey): void => {
    if (!kind.namespaced) return;
    const namespace = store.get({ group: '', kind: 'Namespace', namespace: '', name: key.namespace });
    const namespaceKind = kinds.find({ group: '', kind: 'Namespace' });
    if (!namespace && namespaceKind) throw notFound(namespaceKind, key.namespace);
    if (at(namespace, 'metadata', 'deletionTimestamp') === undefined) return;
    const why = `unable to create new content in namespace ${key.namespace} because it is being terminated`;
    throw forbidden(kind, key.name, why);
  };

  /** `object` is admitted and owned; what remains is what the server adds by itself. */
  const insert = (kind: KindDefinition, key: ObjectKey, object: Manifest, options: WriteOptions): Manifest => {
    checkNamespace(kind, key);
    const assigned = assignFields(kind, object, undefined, allocator);
    const complete = kinds.withInitialStatus(kind, assigned, now());
    checkValid(kind, complete);
    return options.dryRun ? complete : save(key, complete, 'ADDED');
  };

  const born = (kind: KindDefinition, key: ObjectKey, object: Manifest): Manifest =>
    withMetadata(object, {
      ...(kind.namespaced ? { namespace: key.namespace } : {}),
      uid: makeUid(random),
      creationTimestamp: now(),
      ...(kind.hasGeneration ? { generation: 1 } : {}),
    });

  const create = (manifest: Manifest, options: WriteOptions): Manifest => {
    const kind = kindOf(manifest);
    const named = namedFor(kind, manifest);
    const key = keyOf(kind, named);
    if (store.get(key)) throw alreadyExists(kind, key.name);
    if (stringAt(manifest, 'metadata', 'resourceVersion')) {
      throw badRequest('resourceVersion should not be set on objects to be created');
    }
    const stated = kind.hasStatus ? withoutKey(named, 'status') : named;
    const admitted = born(kind, key, admit(kind, withoutServerMetadata(stated), options));
    const managedFields = ownersAfter({
      kind,
      before: emptyObjectOf(kind),
      after: admitted,
      managedFields: [],
      options,
      time: now(),
    });
    return insert(kind, key, withMetadata(admitted, { managedFields }), options);
  };

  /** Stores `next` over `before` unless nothing changed. Every way to change an object ends here. */
  const replace = (kind: KindDefinition, before: Manifest, next: Manifest, options: WriteOptions): Manifest => {
    const key = keyOf(kind, before);
    const assigned = assignFields(kind, next, before, allocator);
    checkValid(kind, assigned);
    checkImmutable(kind, before, assigned);
    const isNewGeneration = kind.hasGeneration && !isEqual(specOf(kind, before), specOf(kind, assigned));
    const generation = at(before, 'metadata', 'generation');
    const complete = withMetadata(assigned, {
      ...(typeof generation === 'number' ? { generation: generation + Number(isNewGeneration) } : {}),
    });
    if (isEqual(withoutTimes(before), withoutTimes(complete))) return before;
    if (options.dryRun) return complete;
    return settle(key, save(key, complete, 'MODIFIED'));
  };

  const update = (manifest: Manifest, options: WriteOptions): Manifest => {
    const kind = kindOf(manifest);
    const key = keyOf(kind, manifest);
    const before = live(kind, key);
    checkPreconditions(kind, before, {
      uid: stringAt(manifest, 'metadata', 'uid'),
      resourceVersion: stringAt(manifest, 'metadata', 'resourceVersion'),
    });
    const stated =
      options.subresource === 'status' ? withStatusFrom(kind, before, manifest) : withStatusOf(kind, before, manifest);
    const admitted = withLiveMetadata(before, admit(kind, withoutServerMetadata(stated), options));
    const managedFields = ownersAfter({
      kind,
      before,
      after: admitted,
      managedFields: listAt(before, 'metadata', 'managedFields'),
      given: options.subresource ? undefined : at(manifest, 'metadata', 'managedFields'),
      options,
      time: now(),
    });
    return replace(kind, before, withMetadata(admitted, { managedFields }), options);
  };

  const apply = (manifest: Manifest, options: ApplyOptions): Manifest => {
    const kind = kindOf(manifest);
    const key = keyOf(kind, manifest);
    if (key.name === '') throw badRequest('name must be provided');
    if (at(manifest, 'metadata', 'managedFields') !== undefined) throw badRequest('metadata.managedFields must be nil');
    const before = store.get(key);
    const config = before ? manifest : withMetadata(manifest, kind.namespaced ? { namespace: key.namespace } : {});
    checkDeclared(kind, config);
    const base = before ?? emptyObjectOf(kind);
    if (before) {
      checkPreconditions(kind, before, {
        uid: stringAt(manifest, 'metadata', 'uid'),
        resourceVersion: stringAt(manifest, 'metadata', 'resourceVersion'),
      });
    }
    const { object, managedFields } = appliedObject({ kind, before: base, config, options, time: now() });
    const stated = !before && kind.hasStatus ? withoutKey(object, 'status') : object;
    const admitted = admit(kind, withoutServerMetadata(stated), options);
    if (!before) return insert(kind, key, withMetadata(born(kind, key, admitted), { managedFields }), options);
    const kept =
      options.subresource === 'status' ? withStatusFrom(kind, before, admitted) : withStatusOf(kind, before, admitted);
    return replace(kind, before, withMetadata(withLiveMetadata(before, kept), { managedFields }), options);
  };

  const model: RestorableCluster = {
    state: () => ({ objects: store.all(), logs: logs.state(), revision, allocated: allocator.state(), drawn }),
    server,
    kinds: () => kinds.all(),
    typeOf: (kind) => kinds.find(kind)?.type,
    get: (key) => store.get(key),
    list: ({ group, kind }, namespace) => store.list(group, kind, namespace),
    resourceVersion: () => String(revision),
    create,
    update,
    apply,
    mergePatch(key, patch, options) {
      const kind = kinds.find(key);
      if (!kind) throw noSuchResource();
      const before = live(kind, key);
      const patched = mergePatched(before, patch);
      return update(isObject(patched) ? patched : before, options);
    },
    delete(key, options = {}) {
      const kind = kinds.find(key);
      if (!kind) throw noSuchResource();
      const before = live(kind, key);
      checkDeletePreconditions(kind, before, options);
      return options.dryRun ? before : remove(key, options.propagation ?? 'Background');
    },
    watch: (listener) => events.subscribe(listener),
    log: (pod, container, previous) => logs.read(pod, container, previous),
    setLog: (pod, container, text, previous) => logs.write(pod, container, text, previous),
  };
  if (from) {
    while (drawn < from.drawn) random();
    for (const { key, object } of from.objects) {
      store.put(key, object);
      kinds.saw(object);
    }
    return model;
  }
  for (const name of NAMESPACES) {
    model.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, { manager: 'kube-apiserver' });
  }
  return model;
}
