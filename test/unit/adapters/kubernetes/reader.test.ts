import { describe, expect, it } from 'vitest';
import { NotAllowedError } from '../../../../src/core/model/errors.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { status } from './api-server.ts';
import { aWorld, list } from './world.ts';

const DEPLOYMENT = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
const ownedBy = (uid: string): Json => [{ apiVersion: 'apps/v1', kind: 'X', name: 'x', uid, controller: true }];

describe('podsOf', () => {
  const deployment = { metadata: { name: 'web', uid: 'd' }, spec: { selector: { matchLabels: { app: 'web' } } } };
  const aPod = (name: string, owner: string, restartCount: number): Json => ({
    metadata: { name, namespace: 'shop', uid: name, ownerReferences: ownedBy(owner) },
    spec: { containers: [{ name: 'c' }] },
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'c', ready: true, restartCount, state: { running: {} } }],
    },
  });

  it('follows owners, not labels, and gives the worst first', async () => {
    const { reader, server } = await aWorld(({ path }) => {
      if (path.endsWith('/deployments/web')) return { json: deployment };
      if (path.endsWith('/replicasets'))
        return list(
          { metadata: { name: 'web-1', uid: 'r1', ownerReferences: ownedBy('d') } },
          { metadata: { name: 'other-1', uid: 'r2', ownerReferences: ownedBy('other') } },
        );
      if (path.endsWith('/pods'))
        return list(aPod('web-1-a', 'r1', 0), aPod('web-1-b', 'r1', 7), aPod('thief', 'r2', 99));
      return undefined;
    });
    const pods = await reader.podsOf(DEPLOYMENT);
    expect(pods.map(({ name, restarts }) => [name, restarts])).toEqual([
      ['web-1-b', 7],
      ['web-1-a', 0],
    ]);
    const asked = server.seen.filter(({ path }) => /(pods|replicasets)$/.test(path));
    expect(asked.map(({ query }) => query.get('labelSelector'))).toEqual(['app=web', 'app=web']);
    expect(server.seen.some(({ path }) => path.endsWith('/jobs'))).toBe(false);
  });

  it('follows an operator’s object through the workloads it owns', async () => {
    const { reader } = await aWorld(({ path }) => {
      if (path.endsWith('/widgets/w')) return { json: { metadata: { name: 'w', uid: 'w' } } };
      if (path.endsWith('/replicasets'))
        return list({ metadata: { name: 'r', uid: 'r', ownerReferences: ownedBy('d') } });
      if (path.endsWith('/deployments'))
        return list({ metadata: { name: 'd', uid: 'd', ownerReferences: ownedBy('w') } });
      if (path.endsWith('/pods')) return list(aPod('p', 'r', 0));
      return undefined;
    });
    const pods = await reader.podsOf({ group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'w' });
    expect(pods.map(({ name }) => name)).toEqual(['p']);
  });

  it('finds none for a workload that is gone', async () => {
    const { reader } = await aWorld(({ path }) => (path.endsWith('/web') ? status(404, 'NotFound') : undefined));
    expect(await reader.podsOf(DEPLOYMENT)).toEqual([]);
  });
});

describe('previousLog', () => {
  const pod = { namespace: 'shop', name: 'web-1' };

  it('reads the log of the container that ended', async () => {
    const { reader, server } = await aWorld(() => ({ text: 'a\n\u001b[31mfatal\u001b[0m: password=hunter2hunter2\n' }));
    expect(await reader.previousLog({ ...pod, container: 'c' }, 50)).toEqual(['a', 'fatal: password=‹masked 1›']);
    expect(Object.fromEntries(server.seen[0]?.query ?? [])).toMatchObject({
      container: 'c',
      previous: 'true',
      tailLines: '50',
    });
  });

  it('falls back to the current log, and to nothing', async () => {
    const { reader } = await aWorld(({ query }) =>
      query.get('previous') === 'true' ? status(400, 'BadRequest') : { text: 'current\n' },
    );
    expect(await reader.previousLog({ ...pod, container: 'c' }, 50)).toEqual(['current']);
    const silent = await aWorld(() => status(400, 'BadRequest'));
    expect(await silent.reader.previousLog({ ...pod, container: 'c' }, 50)).toEqual([]);
  });

  it('picks the worst container where none is named', async () => {
    const containerStatuses = [
      { name: 'proxy', ready: true, restartCount: 0, state: { running: {} } },
      { name: 'web', ready: false, restartCount: 3, state: { waiting: { reason: 'CrashLoopBackOff' } } },
    ];
    const { reader, server } = await aWorld(({ path }) => {
      if (path.endsWith('/web-1'))
        return { json: { metadata: { name: 'web-1' }, spec: {}, status: { containerStatuses } } };
      return path.endsWith('/log') ? { text: 'x' } : undefined;
    });
    await reader.previousLog(pod, 10);
    expect(server.seen.at(-1)?.query.get('container')).toBe('web');
  });
});

describe('a cluster without KEDA and VPA', () => {
  it('has the autoscalers it has', async () => {
    const hpa = { metadata: { name: 'h' }, spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } };
    const { reader } = await aWorld(({ path }) => (path.endsWith('/horizontalpodautoscalers') ? list(hpa) : undefined));
    expect(await reader.autoscalers('shop')).toEqual([
      { kind: 'HorizontalPodAutoscaler', name: 'h', target: { kind: 'Deployment', name: 'web' } },
    ]);
  });
});

describe('listApplications', () => {
  it('says where to look when the cluster has no Argo CD', async () => {
    const { reader } = await aWorld(() => undefined);
    await expect(reader.listApplications(undefined)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'kubernetes.not-served',
    });
  });
});

describe('referencesTo', () => {
  const settings = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };

  it('names each referrer once, in order', async () => {
    const template = { spec: { volumes: [{ configMap: { name: 'settings' } }] } };
    const { reader, server } = await aWorld(({ path }) => {
      if (path.endsWith('/configmaps/settings')) return { json: { metadata: { name: 'settings', uid: 's' } } };
      if (path.endsWith('/deployments'))
        return list({ metadata: { name: 'web', namespace: 'shop' }, spec: { template } });
      if (path.endsWith('/cronjobs'))
        return list({
          metadata: { name: 'nightly', namespace: 'shop' },
          spec: { jobTemplate: { spec: { template } } },
        });
      return undefined;
    });
    expect(await reader.referencesTo(settings)).toEqual([
      { group: 'batch', kind: 'CronJob', namespace: 'shop', name: 'nightly', how: 'reads it' },
      { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web', how: 'reads it' },
    ]);
    const lists = server.seen.filter(({ query }) => query.has('limit')).map(({ path }) => path);
    expect(lists).toHaveLength(new Set(lists).size);
  });

  it('tells namesakes in other namespaces apart, and says who controls the object', async () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' };
    const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u', controller: true };
    const { reader } = await aWorld(({ path }) => {
      if (path.endsWith('/clusterroles/reader'))
        return { json: { metadata: { name: 'reader', uid: 'r', ownerReferences: [owner] } } };
      if (path.endsWith('/rolebindings'))
        return list(
          { metadata: { name: 'readers', namespace: 'shop' }, roleRef },
          { metadata: { name: 'readers', namespace: 'cart' }, roleRef },
        );
      return undefined;
    });
    const role = { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'reader' };
    const binding = { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding', name: 'readers', how: 'grants it' };
    expect(await reader.referencesTo(role)).toEqual([
      { ...binding, namespace: 'cart' },
      { ...binding, namespace: 'shop' },
      { group: 'example.com', kind: 'Widget', namespace: '', name: 'w', how: 'controls it' },
    ]);
  });

  it('fails as a whole when one kind may not be listed', async () => {
    const { reader } = await aWorld(({ path }) => (path.endsWith('/cronjobs') ? status(403, 'Forbidden') : undefined));
    await expect(reader.referencesTo(settings)).rejects.toBeInstanceOf(NotAllowedError);
  });
});

describe('schemaFor', () => {
  const widget = { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'w' };
  const crd = (resourceVersion: string, value: number): Json => ({
    metadata: { name: 'widgets.example.com', resourceVersion },
    spec: {
      versions: [
        { name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties: { spec: { default: value } } } } },
        { name: 'v2', schema: { openAPIV3Schema: { type: 'string' } } },
      ],
    },
  });

  it('fetches the CRD again only when its resourceVersion moved', async () => {
    let current = { version: '1', value: 1 };
    const { reader, server, clock } = await aWorld(({ path, headers }) => {
      if (!path.endsWith('/widgets.example.com')) return undefined;
      return headers.accept?.includes('PartialObjectMetadata') === true
        ? { json: { metadata: { resourceVersion: current.version } } }
        : { json: crd(current.version, current.value) };
    });
    const whole = () =>
      server.seen.filter(({ path, headers }) => path.endsWith('.com') && headers.accept === 'application/json').length;
    const first = await reader.schemaFor(widget, 'v1');
    expect(first?.properties?.get('spec')).toEqual({ default: 1 });
    expect(await reader.schemaFor(widget, 'v1')).toBe(first);
    clock.now += 61_000;
    expect(await reader.schemaFor(widget, 'v1')).toBe(first);
    expect(whole()).toBe(1);
    current = { version: '2', value: 2 };
    clock.now += 61_000;
    expect((await reader.schemaFor(widget, 'v1'))?.properties?.get('spec')).toEqual({ default: 2 });
    expect(whole()).toBe(2);
  });

  it('knows in which versions the kind is stored, from the same read', async () => {
    const { reader, server } = await aWorld(({ path }) =>
      path.endsWith('/widgets.example.com')
        ? { json: { ...(crd('1', 1) as JsonObject), status: { storedVersions: ['v1', 'v2'] } } }
        : undefined,
    );
    await reader.schemaFor(widget, 'v1');
    expect(await reader.storedVersions(widget, 'v1')).toEqual(['v1', 'v2']);
    expect(server.seen.filter(({ path }) => path.endsWith('/widgets.example.com'))).toHaveLength(1);
    expect(await reader.storedVersions(DEPLOYMENT, 'v1')).toBeUndefined();
    expect(await reader.storedVersions({ ...widget, kind: 'Gadget' }, 'v1')).toBeUndefined();
  });

  it('is null for built-in kinds, kinds without CRD and unknown versions', async () => {
    const { reader } = await aWorld(({ path }) => {
      if (path.includes('customresourcedefinitions')) return { json: crd('1', 1) };
      return undefined;
    });
    expect(await reader.schemaFor(DEPLOYMENT, 'v1')).toBeNull();
    expect(await reader.schemaFor({ ...widget, kind: 'Gadget' }, 'v1')).toBeNull();
    expect(await reader.schemaFor(widget, 'v9')).toBeNull();
    const bare = await aWorld(() => undefined);
    expect(await bare.reader.schemaFor(widget, 'v1')).toBeNull();
  });
});

it('canI asks the API server about ourselves', async () => {
  const { reader, server } = await aWorld(() => ({ json: { status: { allowed: true } } }));
  expect(await reader.canI({ verb: 'get', group: '', resource: 'pods', subresource: 'log' })).toBe(true);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { spec: { resourceAttributes: { verb: 'get', group: '', resource: 'pods', subresource: 'log' } } },
  });
});
