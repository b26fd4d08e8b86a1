import { describe, expect, it } from 'vitest';
import type { Objects } from '../../../../../src/adapters/kubernetes/objects.ts';
import { makeCustomResources } from '../../../../../src/adapters/kubernetes/references/custom-resources.ts';
import { NotAllowedError } from '../../../../../src/core/model/errors.ts';
import type { JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { object, pod } from './proof.ts';

const schemaOf = (spec: JsonObject): JsonObject => ({
  openAPIV3Schema: { type: 'object', properties: { metadata: { type: 'object' }, spec: { type: 'object', ...spec } } },
});
const TEXT = { type: 'string' };
const widgets = (spec: JsonObject, scope = 'Namespaced'): Manifest =>
  object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    spec: {
      group: 'example.com',
      scope,
      names: { kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: schemaOf(spec) }],
    },
  });
const widget = (spec: JsonObject) => object('example.com/v1', 'Widget', { spec });
const NAMED = { properties: { tls: { type: 'object', properties: { secretName: TEXT } } } };

/** Of one page each; whatever is not stated has no objects. */
function serving(lists: Readonly<Record<string, readonly Manifest[] | Error>>): Objects {
  const unused = () => Promise.reject(new TypeError('not asked for'));
  return {
    get: unused,
    all: unused,
    locate: unused,
    async *pages({ kind }) {
      const items = lists[kind] ?? [];
      if (items instanceof Error) throw items;
      yield await Promise.resolve(items);
    },
  };
}

async function naming(
  kind: string,
  crd: Manifest,
  ...items: readonly Manifest[]
): Promise<readonly (string | undefined)[]> {
  const objects = serving({ CustomResourceDefinition: [crd], Widget: items });
  const target = { group: '', kind, namespace: 'shop', name: 'web' };
  const found = await makeCustomResources(objects, () => 0).naming(target, {});
  return found.map(({ kind: by, name, how }) => `${by}/${name} ${how ?? ''}`);
}

describe('custom resources', () => {
  it.each([
    ['Secret', { tls: { secretName: 'web' } }, ['Widget/referrer names it in spec.tls.secretName']],
    ['ConfigMap', { sources: [{ ref: { name: 'web' } }] }, ['Widget/referrer names it in spec.sources[0].ref.name']],
    ['Service', { url: 'http://web.shop.svc:8080/x' }, ['Widget/referrer names it in spec.url']],
    ['Service', { url: 'http://web:8080' }, ['Widget/referrer names it in spec.url']],
    ['Service', { host: 'web.shop.svc.cluster.local' }, ['Widget/referrer names it in spec.host']],
    ['Service', { host: 'web.example.com' }, []],
    ['ServiceAccount', { user: 'system:serviceaccount:shop:web' }, ['Widget/referrer names it in spec.user']],
    ['Secret', { tls: { secretName: 'web-2' } }, []],
    ['Pod', { name: 'web' }, []],
  ])('%s: %j', async (kind, spec, found) => {
    expect(await naming(kind, widgets(NAMED), widget(spec))).toEqual(found);
  });

  it('are not asked for where their schema has no room for a name, or where they are of the cluster', async () => {
    const named = widget({ tls: { secretName: 'web' } });
    expect(await naming('Secret', widgets({ properties: { replicas: { type: 'integer' } } }), named)).toEqual([]);
    expect(await naming('Secret', widgets(NAMED, 'Cluster'), named)).toEqual([]);
    const open = widgets({ 'x-kubernetes-preserve-unknown-fields': true });
    expect(await naming('Secret', open, named)).toHaveLength(1);
  });

  it('that may not be listed fail the whole question', async () => {
    const refused = new NotAllowedError('kubernetes.forbidden', 'may not list widgets', 'grant it');
    const objects = serving({ CustomResourceDefinition: [widgets(NAMED)], Widget: refused, Pod: [pod({})] });
    const target = { group: '', kind: 'Secret', namespace: 'shop', name: 'web' };
    await expect(makeCustomResources(objects, () => 0).naming(target, {})).rejects.toThrow('may not list widgets');
  });
});
