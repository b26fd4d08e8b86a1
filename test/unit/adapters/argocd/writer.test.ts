import { describe, expect, it } from 'vitest';
import { connect, failureOf, shop } from './client-under-test.ts';
import { type Answer, json, refusal, startServer } from './fake-server.ts';

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
  ])('%s', async (name, method, path, query, body) => {
    await using server = await startServer([json({})]);
    const { writer } = connect(server.url);
    const writes: Record<string, () => Promise<void>> = {
      terminate: () => writer.terminate(shop),
      rollback: () => writer.rollback(shop, 7),
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
