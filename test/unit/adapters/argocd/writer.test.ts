import { describe, expect, it } from 'vitest';
import { connect, failureOf, shop } from './client-under-test.ts';
import { type Answer, json, plain, refusal, startServer } from './fake-server.ts';

const deployment = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'api' };

function app(spec: object): Answer {
  return json({ metadata: { name: 'shop', namespace: 'argocd' }, spec: { project: 'team-a', ...spec } });
}

describe('sync', () => {
  const request = { resources: [deployment], prune: true, reason: 'asked by U123', revision: 'abc' };

  it("takes the app's own sync options along", async () => {
    const options = ['ServerSideApply=true', 'RespectIgnoreDifferences=true'];
    await using server = await startServer([app({ syncPolicy: { syncOptions: options } }), json({})]);
    await connect(server.url).writer.sync(shop, request);
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/applications/shop',
      'POST /api/v1/applications/shop/sync',
    ]);
    expect(JSON.parse(server.received[1]?.body ?? '')).toEqual({
      name: 'shop',
      appNamespace: 'argocd',
      project: 'team-a',
      revision: 'abc',
      prune: true,
      dryRun: false,
      resources: [{ group: 'apps', kind: 'Deployment', namespace: 'web', name: 'api' }],
      syncOptions: { items: options },
      infos: [{ name: 'Reason', value: 'asked by U123' }],
    });
  });

  it('of the whole app names no resources', async () => {
    await using server = await startServer([app({}), json({})]);
    await connect(server.url).writer.sync({ ref: shop.ref }, { resources: [], prune: false, reason: 'x' });
    const body: unknown = JSON.parse(server.received[1]?.body ?? '');
    expect(body).toMatchObject({ project: 'team-a', prune: false });
    expect(body).not.toHaveProperty('resources');
    expect(body).not.toHaveProperty('revision');
    expect(body).not.toHaveProperty('syncOptions');
  });

  it('of one revision is refused for several sources', async () => {
    await using server = await startServer([app({ sources: [{ repoURL: 'a' }, { repoURL: 'b' }] })]);
    const error = await failureOf(connect(server.url).writer.sync(shop, request));
    expect(error.code).toBe('argocd.revision-of-many-sources');
    expect(server.received).toHaveLength(1);
  });

  it('outside a window is not a question of permission', async () => {
    await using server = await startServer([app({}), refusal(403, 7, 'cannot sync: blocked by sync window')]);
    const error = await failureOf(connect(server.url).writer.sync(shop, request));
    expect(error).toMatchObject({ name: 'RejectedError', code: 'argocd.sync-window' });
  });
});

describe('other writes', () => {
  it.each([
    ['terminate', 'DELETE', '/operation', 'appNamespace=argocd&project=team-a', ''],
    ['rollback', 'POST', '/rollback', '', { name: 'shop', id: 7, dryRun: false, prune: false }],
    [
      'delete',
      'DELETE',
      '/resource',
      'appNamespace=argocd&project=team-a&group=apps&kind=Deployment&namespace=web&resourceName=api&version=v1',
      '',
    ],
    [
      'patch',
      'POST',
      '/resource',
      'appNamespace=argocd&project=team-a&group=apps&kind=Deployment&namespace=web&resourceName=api&version=v1&patchType=application%2Fmerge-patch%2Bjson',
      '{"spec":{"replicas":2}}',
    ],
  ])('%s', async (name, method, path, query, body) => {
    await using server = await startServer([json({})]);
    const { writer } = connect(server.url);
    const writes: Record<string, () => Promise<void>> = {
      terminate: () => writer.terminate(shop),
      rollback: () => writer.rollback(shop, 7),
      delete: () => writer.deleteResource(shop, deployment),
      patch: () => writer.patchResource(shop, deployment, { spec: { replicas: 2 } }),
    };
    await writes[name]?.();
    const [received] = server.received;
    expect(received).toMatchObject({ method, path: `/api/v1/applications/shop${path}` });
    expect(String(received?.query)).toBe(query);
    const sent: unknown = received?.body === '' ? '' : JSON.parse(received?.body ?? '');
    if (typeof body === 'string') expect(sent).toBe(body);
    else expect(sent).toMatchObject(body);
  });
});

describe('an action', () => {
  const v2 = '/api/v1/applications/shop/resource/actions/v2';

  it('is run by v2', async () => {
    await using server = await startServer([json({})]);
    await connect(server.url).writer.runAction(shop, deployment, 'restart');
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.path).toBe(v2);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      name: 'shop',
      appNamespace: 'argocd',
      project: 'team-a',
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      namespace: 'web',
      resourceName: 'api',
      action: 'restart',
    });
  });

  it('is run by v1 where the server has no v2', async () => {
    await using server = await startServer([plain('Not Found', 404), json({})]);
    await connect(server.url).writer.runAction(shop, deployment, 'restart');
    expect(server.received[1]).toMatchObject({
      path: '/api/v1/applications/shop/resource/actions',
      body: '"restart"',
    });
    expect(server.received[1]?.query.get('resourceName')).toBe('api');
  });

  it('is not run twice where the app is gone', async () => {
    await using server = await startServer([refusal(404, 5, 'applications.argoproj.io "shop" not found')]);
    const error = await failureOf(connect(server.url).writer.runAction(shop, deployment, 'restart'));
    expect(error.code).toBe('argocd.not-found');
    expect(server.received).toHaveLength(1);
  });
});
