import { describe, expect, it } from 'vitest';
import { listAt, stringAt } from '../../../../../src/core/model/json.ts';
import { isOwnCluster } from '../../../../../src/core/model/own-cluster.ts';
import { type Bundle, isSameBundle } from '../../../../../src/core/remedy/restore/bundle.ts';
import { restoreList } from '../../../../../src/core/remedy/restore/restore-list.ts';
import { aPlan, aStep, liveObject, refTo } from '../builders.ts';

function aBundle(texts: readonly string[]): Bundle {
  const refs = texts.map((text) => refTo(text));
  const plan = aPlan(refs.map((target) => aStep({ target })));
  return { id: plan.id, at: '2026-01-05T09:00:00Z', app: plan.app, plan, objects: refs.map((ref) => liveObject(ref)) };
}

describe('isSameBundle', () => {
  const bundle = aBundle(['ConfigMap/a', 'Service/b']);
  const withFirst = (object: Bundle['objects'][number]): Bundle => ({
    ...bundle,
    objects: [object, ...bundle.objects.slice(1)],
  });

  it('does not mind when it was taken, nor what moves by itself', () => {
    const moved = liveObject(refTo('ConfigMap/a'), { metadata: { resourceVersion: '7' }, status: { seen: 1 } });
    expect(isSameBundle(bundle, { ...withFirst(moved), at: '2026-01-06T00:00:00Z' })).toBe(true);
  });

  it.each([
    ['another object', withFirst(liveObject(refTo('ConfigMap/a'), { metadata: { labels: { a: 'b' } } }))],
    ['an object that is gone', withFirst(null)],
    ['fewer objects', { ...bundle, objects: bundle.objects.slice(0, 1) }],
    ['another plan', { ...bundle, plan: aPlan([aStep({ verb: 'restart' })]) }],
  ])('tells %s', (_, other) => {
    expect(isSameBundle(bundle, other)).toBe(false);
    expect(isSameBundle(other, bundle)).toBe(false);
  });
});

describe('restoreList', () => {
  it('brings the last step back first, without what the server set', () => {
    const list = restoreList(aBundle(['RoleBinding/x', 'Role/y', 'ServiceAccount/z']));
    expect(list).toMatchObject({ apiVersion: 'v1', kind: 'List' });
    const items = listAt(list, 'items');
    expect(items.map((item) => stringAt(item, 'kind'))).toEqual(['ServiceAccount', 'Role', 'RoleBinding']);
    expect(items.some((item) => stringAt(item, 'metadata', 'uid') !== undefined)).toBe(false);
  });

  it('leaves out what did not exist, what has no undo and what would run again', () => {
    const { plan, objects } = aBundle(['ConfigMap/a', 'ConfigMap/b', 'Job/c', 'ConfigMap/d']);
    const steps = plan.steps.with(1, aStep({ undo: { how: 'none', because: 'it cannot' } }));
    const list = restoreList({ plan: { ...plan, steps }, objects: objects.with(0, null) });
    expect(listAt(list, 'items').map((item) => stringAt(item, 'metadata', 'name'))).toEqual(['d']);
  });

  it('keeps the owner of what was only changed', () => {
    const { plan, objects } = aBundle(['ConfigMap/a', 'ConfigMap/b']);
    const owned = objects.map((object) => ({
      ...object,
      metadata: { name: 'a', ownerReferences: [{ kind: 'Widget', name: 'w', uid: 'w-1' }] },
    }));
    const steps = plan.steps.with(0, aStep({ verb: 'annotate', undo: { how: 'reapply', note: '' } }));
    const items = listAt(restoreList({ plan: { ...plan, steps }, objects: owned }), 'items');
    expect(items.map((item) => listAt(item, 'metadata', 'ownerReferences').length)).toEqual([0, 1]);
  });
});

describe('isOwnCluster', () => {
  it.each([
    [{ name: 'in-cluster' }, true],
    [{ server: 'https://kubernetes.default.svc' }, true],
    [{ server: 'https://kubernetes.default.svc.cluster.local:443' }, true],
    [{}, true],
    [{ name: 'prod-eu' }, false],
    [{ server: 'https://prod-eu.example.com' }, false],
  ])('%j: %s', (destination, expected) => {
    expect(isOwnCluster(destination)).toBe(expected);
  });
});
