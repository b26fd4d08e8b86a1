import { describe, expect, it } from 'vitest';
import { type Discovery, makeDiscovery } from '../../../../src/adapters/kubernetes/discovery.ts';
import { makeObjects, type Objects } from '../../../../src/adapters/kubernetes/objects.ts';
import { UnavailableError } from '../../../../src/core/model/errors.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import { type Answer, type ApiServer, anApi, type Seen, startApiServer, status, UNKNOWN_PATH } from './api-server.ts';

const APPLICATION = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };
const RESOURCES: Record<string, Json> = {
  '/api/v1': { resources: [{ name: 'pods', kind: 'Pod', namespaced: true }] },
  '/apis/argoproj.io/v1alpha1': {
    resources: [
      { name: 'applications', kind: 'Application', namespaced: true },
      { name: 'applications/status', kind: 'Application', namespaced: true },
    ],
  },
  '/apis/apps': { versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
  '/apis/apps/v1': { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true }] },
};

interface World {
  readonly server: ApiServer;
  readonly discovery: Discovery;
  readonly objects: Objects;
  readonly clock: { now: number };
}

async function aWorld(answer: (request: Seen) => Answer = () => UNKNOWN_PATH): Promise<World> {
  const server = await startApiServer((request) => {
    const known = RESOURCES[request.path];
    return known === undefined ? answer(request) : { json: known };
  });
  const clock = { now: 0 };
  const api = anApi(server.url);
  const discovery = makeDiscovery(api, () => clock.now);
  return { server, discovery, objects: makeObjects(api, discovery), clock };
}

function item(name: string): Json {
  return { metadata: { name, namespace: 'argocd' } };
}

async function pagesOf(objects: Objects): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for await (const page of objects.pages(APPLICATION, undefined)) {
    pages.push(page.map(({ metadata }) => (metadata as { name: string }).name));
  }
  return pages;
}

describe('discovery', () => {
  it('finds the plural and remembers it', async () => {
    const { discovery, server } = await aWorld();
    const found = { ...APPLICATION, plural: 'applications', namespaced: true };
    expect(await Promise.all([discovery.find(APPLICATION), discovery.find(APPLICATION)])).toEqual([found, found]);
    expect(server.seen).toHaveLength(1);
  });

  it('takes the version that is served when the wanted one is not', async () => {
    const { discovery } = await aWorld();
    expect(await discovery.find({ group: 'apps', version: 'v1beta1', kind: 'Deployment' })).toMatchObject({
      version: 'v1',
      plural: 'deployments',
    });
  });

  it('knows no kind of a group that is not served, and asks again later', async () => {
    const { discovery, server, clock } = await aWorld();
    const scaled = { group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject' };
    expect(await discovery.find(scaled)).toBeUndefined();
    const first = server.seen.length;
    await discovery.find(scaled);
    expect(server.seen).toHaveLength(first);
    clock.now += 11_000;
    await discovery.find(scaled);
    expect(server.seen.length).toBeGreaterThan(first);
  });

  it('does not take the 404 of just any web server for an answer', async () => {
    const server = await startApiServer(() => ({ status: 404, text: '<html>Not found</html>' }));
    const discovery = makeDiscovery(anApi(server.url), () => 0);
    await expect(discovery.find(APPLICATION)).rejects.toMatchObject({ code: 'kubernetes.garbage' });
  });
});

describe('pages', () => {
  it('follow the continue token and fill in what lists leave out', async () => {
    const { objects, server } = await aWorld(({ query }) => ({
      json: query.has('continue')
        ? { metadata: {}, items: [item('b')] }
        : { metadata: { continue: 't1' }, items: [item('a')] },
    }));
    const all = await objects.all(APPLICATION, 'argocd');
    expect(all).toEqual([
      { metadata: { name: 'a', namespace: 'argocd' }, apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
      { metadata: { name: 'b', namespace: 'argocd' }, apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
    ]);
    const lists = server.seen.filter(({ path }) => path.endsWith('/applications'));
    expect(lists.map(({ query }) => query.get('limit'))).toEqual(['100', '100']);
    expect(lists.map(({ path }) => path)).toContain('/apis/argoproj.io/v1alpha1/namespaces/argocd/applications');
  });

  it('go on with the token that a 410 offers', async () => {
    const { objects } = await aWorld(({ query }) => {
      const token = query.get('continue');
      if (token === null) return { json: { metadata: { continue: 'old' }, items: [item('a')] } };
      if (token === 'old') return status(410, 'Expired', { metadata: { continue: 'inconsistent' } });
      return { json: { metadata: {}, items: [item('b')] } };
    });
    expect(await pagesOf(objects)).toEqual([['a'], ['b']]);
  });

  it('start again after a bare 410 and give nothing twice', async () => {
    let isExpired = true;
    const { objects } = await aWorld(({ query }) => {
      if (!query.has('continue')) return { json: { metadata: { continue: 't' }, items: [item('a'), item('b')] } };
      if (!isExpired) return { json: { metadata: {}, items: [item('c')] } };
      isExpired = false;
      return status(410, 'Expired');
    });
    expect(await pagesOf(objects)).toEqual([['a', 'b'], ['c']]);
  });

  it('give up when the list never gets anywhere', async () => {
    const { objects } = await aWorld(() => status(410, 'Expired'));
    await expect(pagesOf(objects)).rejects.toBeInstanceOf(UnavailableError);
  });

  it('are none for a kind that is not served', async () => {
    const { objects } = await aWorld();
    expect(await objects.all({ group: 'keda.sh', version: 'v1alpha1', kind: 'ScaledObject' }, 'shop')).toEqual([]);
  });

  it('read an empty list that Go wrote as null', async () => {
    const { objects } = await aWorld(() => ({ json: { metadata: {}, items: null } }));
    expect(await objects.all(APPLICATION, undefined)).toEqual([]);
  });
});

describe('one object', () => {
  const ref = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'checkout' };

  it('is undefined when it does not exist', async () => {
    const { objects } = await aWorld(() => status(404, 'NotFound'));
    expect(await objects.get(ref, 'v1')).toBeUndefined();
  });

  it('comes raw', async () => {
    const body = { metadata: { name: 'checkout', managedFields: [{ manager: 'x' }] }, spec: { futureField: 1 } };
    const { objects, server } = await aWorld(() => ({ json: body }));
    expect(await objects.get(ref, undefined)).toEqual(body);
    expect(server.seen.at(-1)?.path).toBe('/apis/apps/v1/namespaces/shop/deployments/checkout');
  });

  it('is looked up again when the server does not know the path any more', async () => {
    let isOld = true;
    const { objects, server } = await aWorld(({ path }) => {
      const versions = isOld ? ['v1'] : ['v2'];
      if (path === '/apis/example.com') return { json: { versions: versions.map((version) => ({ version })) } };
      if (versions.includes(path.slice('/apis/example.com/'.length)))
        return { json: { resources: [{ name: 'widgets', kind: 'Widget', namespaced: true }] } };
      return path.startsWith(`/apis/example.com/${versions[0] ?? ''}/`) ? { json: { found: path } } : UNKNOWN_PATH;
    });
    const widget = { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'w' };
    await objects.get(widget, 'v1');
    isOld = false;
    expect(await objects.get(widget, 'v1')).toEqual({ found: '/apis/example.com/v2/namespaces/shop/widgets/w' });
    expect(server.seen.some(({ path }) => path === '/apis/example.com')).toBe(true);
  });

  it('is not looked for without its namespace', async () => {
    const { objects } = await aWorld();
    await expect(objects.get({ ...ref, namespace: '' }, 'v1')).rejects.toMatchObject({
      code: 'kubernetes.no-namespace',
    });
  });

  it('cannot be written where its kind is not served', async () => {
    const { objects } = await aWorld();
    await expect(objects.locate({ ...ref, group: 'keda.sh' }, 'v1')).rejects.toMatchObject({
      code: 'kubernetes.not-served',
    });
  });
});
