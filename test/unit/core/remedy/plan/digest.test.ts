import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from '../../../../../src/core/model/equal.ts';
import type { Json, JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { canonicalWithout, objectDigest } from '../../../../../src/core/remedy/plan/digest.ts';
import { json, jsonObject } from '../../../../support/arbitraries.ts';

const object = (parts: JsonObject = {}, metadata: JsonObject = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', labels: { app: 'web' }, ...metadata },
  spec: { replicas: 2, template: { spec: { containers: [{ name: 'web', image: 'web:1' }] } } },
  ...parts,
});

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

describe('canonical JSON, with nothing left out', () => {
  it('is one text for equal documents and another for different ones', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonicalWithout(a, []) === canonicalWithout(b, [])).toBe(isEqual(a, b));
        expect(canonicalWithout(shuffled(a), [])).toBe(canonicalWithout(a, []));
      }),
    );
  });

  it('is JSON of the same meaning', () => {
    fc.assert(fc.property(json, (value) => isEqual(JSON.parse(canonicalWithout(value, [])) as Json, value)));
  });
});

describe('the digest of an object', () => {
  const before = objectDigest(object());

  it('does not follow a heartbeat, whatever it writes', () => {
    fc.assert(
      fc.property(json, jsonObject, fc.string(), (status, entry, text) => {
        const beat = object(
          { status },
          {
            resourceVersion: text,
            generation: 7,
            managedFields: [entry],
            annotations: { 'control-plane.alpha.kubernetes.io/leader': text },
          },
        );
        expect(objectDigest(beat)).toBe(before);
      }),
    );
  });

  it.each<[string, Manifest]>([
    ['the spec', object({ spec: { replicas: 3 } })],
    ['a label', object({}, { labels: { app: 'web', tier: 'front' } })],
    ['an annotation', object({}, { annotations: { 'example.com/owner': 'web' } })],
    ['an owner', object({}, { ownerReferences: [{ kind: 'Thing', name: 'x', uid: 'u9' }] })],
    ['a finalizer', object({}, { finalizers: ['example.com/hold'] })],
    ['a deletion', object({}, { deletionTimestamp: '2026-01-05T10:00:00Z' })],
    ['another object of that name', object({}, { uid: 'u2' })],
    ['content outside spec', object({ data: { a: '1' } })],
    ['a field called operation in another kind', object({ operation: { sync: {} } })],
  ])('follows an edit of %s', (_what, edited) => {
    expect(objectDigest(edited)).not.toBe(before);
  });

  it('follows any change of the spec', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(objectDigest(object({ spec: a })) === objectDigest(object({ spec: b }))).toBe(isEqual(a, b));
      }),
    );
  });

  it('leaves out what a controller was seen to own, also when it is not there yet', () => {
    const mutated = ['/spec/replicas', '/spec/template/spec/containers/0/image'];
    const scaled = object({ spec: { replicas: 9, template: { spec: { containers: [{ name: 'web', image: 'x' }] } } } });
    const renamed = object({ spec: { template: { spec: { containers: [{ name: 'other' }] } } } });
    expect(objectDigest(scaled, mutated)).toBe(objectDigest(object(), mutated));
    expect(objectDigest(renamed, mutated)).not.toBe(objectDigest(object(), mutated));
  });

  it('tells an element that is left out from one that is not there', () => {
    const list = (...args: readonly string[]) => object({ spec: { args } });
    expect(objectDigest(list('a', 'b'), ['/spec/args/0'])).toBe(objectDigest(list('z', 'b'), ['/spec/args/0']));
    expect(objectDigest(list('a', 'b'), ['/spec/args/0'])).not.toBe(objectDigest(list('b'), ['/spec/args/0']));
  });

  it('does not follow Argo CD’s own operation on an Application', () => {
    const app = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', spec: { project: 'shop' } };
    expect(objectDigest({ ...app, operation: { sync: {} } })).toBe(objectDigest(app));
  });
});
