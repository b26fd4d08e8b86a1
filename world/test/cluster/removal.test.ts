import { describe, expect, it } from 'vitest';
import { at, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { aCluster, aConfigMap, CONFIG, refusal, START } from './cluster.ts';

function owned(name: string, ...owners: readonly Manifest[]): Manifest {
  const ownerReferences = owners.map((owner) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: stringAt(owner, 'metadata', 'name') ?? '',
    uid: stringAt(owner, 'metadata', 'uid') ?? '',
  }));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', ownerReferences } };
}

const key = (name: string): typeof CONFIG => ({ ...CONFIG, name });

describe('deletion', () => {
  it('waits for finalizers', () => {
    const { model } = aCluster();
    model.create(
      { ...aConfigMap({}), metadata: { name: 'config', namespace: 'shop', finalizers: ['example.com/hold'] } },
      { manager: 'test' },
    );
    model.delete(CONFIG);
    expect(model.get(CONFIG)).toMatchObject({ metadata: { deletionTimestamp: START, deletionGracePeriodSeconds: 0 } });
    model.mergePatch(CONFIG, { metadata: { finalizers: null } }, { manager: 'operator' });
    expect(model.get(CONFIG)).toBeUndefined();
  });

  it('is refused when the object is another one or has changed', () => {
    const { model } = aCluster();
    const created = model.create(aConfigMap({}), { manager: 'test' });
    expect(refusal(() => model.delete(CONFIG, { uid: 'other' }))).toMatch(
      /^409 Conflict: .*the UID in the precondition \(other\) does not match the UID in record/,
    );
    expect(refusal(() => model.delete(CONFIG, { resourceVersion: '1' }))).toMatch(
      /^409 Conflict: .*the ResourceVersion in the precondition \(1\) does not match/,
    );
    model.delete(CONFIG, { resourceVersion: stringAt(created, 'metadata', 'resourceVersion') ?? '' });
    expect(refusal(() => model.delete(CONFIG))).toBe('404 NotFound: configmaps "config" not found');
  });

  it('takes what was owned along, through every level', () => {
    const { model } = aCluster();
    const root = model.create(aConfigMap({}), { manager: 'test' });
    const middle = model.create(owned('middle', root), { manager: 'test' });
    model.create(owned('leaf', middle), { manager: 'test' });
    model.delete(CONFIG);
    expect(model.list(CONFIG, 'shop')).toEqual([]);
  });

  it('leaves what has another owner, without the reference', () => {
    const { model } = aCluster();
    const [one, two] = ['one', 'two'].map((name) => model.create(aConfigMap({}, name), { manager: 'test' }));
    model.create(owned('shared', one ?? {}, two ?? {}), { manager: 'test' });
    model.delete(key('one'));
    expect(at(model.get(key('shared')), 'metadata', 'ownerReferences')).toHaveLength(1);
    model.delete(key('two'));
    expect(model.get(key('shared'))).toBeUndefined();
  });

  it('leaves orphans when asked to', () => {
    const { model } = aCluster();
    const root = model.create(aConfigMap({}), { manager: 'test' });
    model.create(owned('leaf', root), { manager: 'test' });
    model.delete(CONFIG, { propagation: 'Orphan' });
    expect(at(model.get(key('leaf')), 'metadata', 'ownerReferences')).toBeUndefined();
  });
});

describe('deletion in the foreground', () => {
  const blocking = (name: string, owner: Manifest, more: Manifest = {}): Manifest => {
    const manifest = owned(name, owner);
    const [reference] = listAt(manifest, 'metadata', 'ownerReferences');
    return {
      ...manifest,
      metadata: {
        ...objectAt(manifest, 'metadata'),
        ...more,
        ownerReferences: [{ ...objectAt({ reference: reference ?? {} }, 'reference'), blockOwnerDeletion: true }],
      },
    };
  };

  it('takes what is owned first, and the object is in deletion meanwhile', () => {
    const { model } = aCluster();
    const root = model.create(aConfigMap({}), { manager: 'test' });
    model.create(blocking('leaf', root), { manager: 'test' });
    const seen: string[] = [];
    model.watch(({ type, object }) => {
      const isDoomed = at(object, 'metadata', 'deletionTimestamp') !== undefined;
      seen.push(`${type} ${stringAt(object, 'metadata', 'name')}${isDoomed ? ' in deletion' : ''}`);
    });
    model.delete(CONFIG, { propagation: 'Foreground' });
    expect(seen).toEqual(['MODIFIED config in deletion', 'DELETED leaf', 'DELETED config in deletion']);
  });

  it('waits for a dependent that is held and blocks it', () => {
    const { model } = aCluster();
    const root = model.create(aConfigMap({}), { manager: 'test' });
    model.create(blocking('leaf', root, { finalizers: ['example.com/hold'] }), { manager: 'test' });
    model.delete(CONFIG, { propagation: 'Foreground' });
    expect(model.get(CONFIG)).toMatchObject({
      metadata: { deletionTimestamp: START, finalizers: ['foregroundDeletion'] },
    });
    model.mergePatch(key('leaf'), { metadata: { finalizers: null } }, { manager: 'operator' });
    expect(model.list(CONFIG, 'shop')).toEqual([]);
  });

  it('leaves what has another owner', () => {
    const { model } = aCluster();
    const [one, two] = ['one', 'two'].map((name) => model.create(aConfigMap({}, name), { manager: 'test' }));
    model.create(owned('shared', one ?? {}, two ?? {}), { manager: 'test' });
    model.delete(key('one'), { propagation: 'Foreground' });
    expect(model.list(CONFIG, 'shop').map((object) => stringAt(object, 'metadata', 'name'))).toEqual(['shared', 'two']);
  });
});

describe('a namespace', () => {
  const NAMESPACE = { group: '', kind: 'Namespace', namespace: '', name: 'shop' };

  it('goes with everything in it', () => {
    const { model } = aCluster();
    model.create(aConfigMap({}), { manager: 'test' });
    model.delete(NAMESPACE);
    expect(model.get(NAMESPACE)).toBeUndefined();
    expect(model.list(CONFIG)).toEqual([]);
  });

  it('stays Terminating while something in it is held, and takes nothing new', () => {
    const { model } = aCluster();
    model.create(
      { ...aConfigMap({}), metadata: { name: 'config', namespace: 'shop', finalizers: ['example.com/hold'] } },
      { manager: 'test' },
    );
    model.delete(NAMESPACE);
    expect(model.get(NAMESPACE)).toMatchObject({ status: { phase: 'Terminating' } });
    expect(refusal(() => model.create(aConfigMap({}, 'late'), { manager: 'test' }))).toBe(
      '403 Forbidden: configmaps "late" is forbidden: unable to create new content in namespace shop because it is being terminated',
    );
    model.mergePatch(CONFIG, { metadata: { finalizers: null } }, { manager: 'operator' });
    expect(model.get(NAMESPACE)).toBeUndefined();
  });
});
