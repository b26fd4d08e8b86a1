import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../src/core/model/json.ts';
import { keyOfManifest } from '../../argocd/object-key.ts';
import { instanceName, isSelfReferenced, stamped, trackingInstance } from '../../argocd/tracking.ts';

const service: Manifest = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' } };
const role: Manifest = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: 'system:web' },
};
const withId = (id: string): Manifest => ({
  ...service,
  metadata: { name: 'web', namespace: 'shop', annotations: { 'argocd.argoproj.io/tracking-id': id } },
});

describe('a tracking id', () => {
  it('names the app, and its namespace where that is not Argo CD’s own', () => {
    expect(instanceName({ namespace: 'argocd', name: 'shop' }, 'argocd')).toBe('shop');
    expect(instanceName({ namespace: 'team', name: 'shop' }, 'argocd')).toBe('team_shop');
  });

  it.each([service, role])('is found on what was stamped', (manifest) => {
    const made = stamped(manifest, 'shop', 'shop');
    expect(trackingInstance(made)).toBe('shop');
    expect(isSelfReferenced(made, keyOfManifest(made))).toBe(true);
  });

  it('is never given to a CRD', () => {
    const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'x' } };
    expect(stamped(crd, 'shop', 'shop')).toBe(crd);
  });

  it.each([
    ['shop:/Service:shop/other', 'shop'],
    ['shop:apps/Service:shop/web', 'shop'],
    ['shop:/Service:elsewhere/web', 'shop'],
  ])('that was copied is not the object’s own: %s', (id, instance) => {
    expect(trackingInstance(withId(id))).toBe(instance);
    expect(isSelfReferenced(withId(id), keyOfManifest(service))).toBe(false);
  });

  it.each(['shop', 'shop:Service', 'shop:/Service:web', 'shop:a/b/Service:shop/web', 'shop:/Service:a/b/c'])(
    'of another form is none: %s',
    (id) => {
      expect(trackingInstance(withId(id))).toBeUndefined();
      expect(isSelfReferenced(withId(id), keyOfManifest(service))).toBe(true);
    },
  );
});
