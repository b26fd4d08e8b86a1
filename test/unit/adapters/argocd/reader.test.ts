import { describe, expect, it } from 'vitest';
import { connect, failureOf, shop } from './client-under-test.ts';
import { type Answer, hang, json, refusal, startServer } from './fake-server.ts';
import { RELEASES, recorded } from './fixtures.ts';

const window = { kind: 'deny', schedule: '0 22 * * *', duration: '1h', manualSync: true };

function lines(...values: readonly unknown[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  };
}

describe('an app', () => {
  it('is asked for with namespace and project', async () => {
    await using server = await startServer([json({ metadata: { name: 'shop' }, spec: {} })]);
    const { reader } = connect(server.url);
    await reader.getApp(shop, { refresh: 'hard' });
    await reader.getApp({ ref: { server: 'test', namespace: '', name: 'a b' } });
    expect(server.received.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/v1/applications/shop?appNamespace=argocd&project=team-a&refresh=hard',
      '/api/v1/applications/a%20b?',
    ]);
  });

  it('has its own patience while it refreshes', async () => {
    const late: Answer = (response, request) =>
      void setTimeout(() => json({ metadata: { name: 'shop' }, spec: {} })(response, request), 60);
    await using server = await startServer([late]);
    const { reader } = connect(server.url, { timeoutMs: 30 });
    expect(await reader.getApp(shop, { refresh: 'normal' })).toMatchObject({ ref: { name: 'shop' } });
    expect(await failureOf(reader.getApp(shop))).toMatchObject({ code: 'argocd.timeout' });
  });
});

describe('a list', () => {
  const listed = (...names: readonly string[]) => ({
    metadata: {},
    items: names.map((name) => ({ metadata: { name, namespace: 'argocd' }, spec: { project: 'team-a' } })),
  });
  const namesOf = async (server: { readonly url: string }, options = {}) => {
    const names: string[] = [];
    for await (const { ref } of connect(server.url, options).reader.listApps({})) names.push(ref.name);
    return names;
  };

  it('that breaks off starts again, and each app comes once', async () => {
    const cut: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100_000 });
      response.write(JSON.stringify(listed('a', 'b', 'c')).slice(0, -20), () => response.destroy());
    };
    await using server = await startServer([cut, json(listed('a', 'aa', 'b', 'c'))]);
    expect((await namesOf(server)).toSorted()).toEqual(['a', 'aa', 'b', 'c']);
    expect(server.received).toHaveLength(2);
  });

  it('may take long, but not fall silent', async () => {
    const [start, rest] = ['{"items":[', '],"metadata":{}}'];
    const slow: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(start);
      let sent = 0;
      const timer = setInterval(() => {
        response.write(' ');
        sent += 1;
        if (sent < 5) return;
        clearInterval(timer);
        response.end(rest);
      }, 250);
    };
    const silent: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(start);
    };
    await using server = await startServer([slow, silent]);
    expect(await namesOf(server, { timeoutMs: 1000 })).toEqual([]);
    expect(await failureOf(namesOf(server, { timeoutMs: 1000 }))).toMatchObject({ code: 'argocd.timeout' });
  });

  it('left early leaves no connection behind', async () => {
    const endless: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(JSON.stringify(listed('a', 'b')).slice(0, -3));
    };
    await using server = await startServer([endless]);
    const { reader, close } = connect(server.url);
    for await (const { ref } of reader.listApps({})) if (ref.name === 'a') break;
    await expect(close()).resolves.not.toThrow();
  });

  it('stops when it is told to', async () => {
    await using server = await startServer([json(listed('a', 'b'))]);
    const stop = new AbortController();
    const reading = async () => {
      for await (const _ of connect(server.url).reader.listApps({}, { signal: stop.signal }))
        stop.abort(new Error('enough'));
    };
    await expect(reading()).rejects.toThrow('enough');
  });

  it('asks for the whole spec and none of its parts', async () => {
    await using server = await startServer([json({ metadata: {}, items: null })]);
    expect(await Array.fromAsync(connect(server.url).reader.listApps({ projects: ['a', 'b'] }))).toEqual([]);
    const query = server.received[0]?.query;
    const fields = query?.get('fields')?.split(',') ?? [];
    expect(query?.getAll('projects')).toEqual(['a', 'b']);
    expect(fields).toContain('items.spec');
    expect(fields.filter((field) => field.startsWith('items.spec.'))).toEqual([]);
  });
});

describe('managed resources', () => {
  it('of the core group are picked here: the server takes an empty filter for none', async () => {
    const items = ['', 'apps'].map((group) => ({ group, kind: 'Thing', namespace: 'web', name: 'x' }));
    await using server = await startServer([json({ items })]);
    const only = { group: '', kind: 'Thing', namespace: 'web', name: 'x' };
    const found = await connect(server.url).reader.managedResources(shop, only);
    expect(found.map(({ ref }) => ref)).toEqual([only]);
  });
});

describe('windows', () => {
  const state = json({ canSync: false, activeWindows: [window], assignedWindows: [window] });
  const project = (...syncWindows: readonly object[]) => ({ metadata: { name: 'team-a' }, spec: { syncWindows } });

  it('get their zone from the project and the global projects', async () => {
    const inProject = { ...window, timeZone: 'Europe/Berlin', applications: ['*'] };
    const detailed = json({ project: project(), globalProjects: [project(inProject)] });
    await using server = await startServer([state, detailed]);
    const { canSync, active } = await connect(server.url).reader.windows(shop);
    expect(canSync).toBe(false);
    expect(active).toEqual([{ ...inProject, namespaces: [], clusters: [] }]);
    expect(server.received[1]?.path).toBe('/api/v1/projects/team-a/detailed');
  });

  it.each([
    ['several fit', json({ project: project({ ...window, timeZone: 'UTC' }, { ...window, timeZone: 'Asia/Tokyo' }) })],
    ['the project is not shown', refusal(403, 7, 'permission denied')],
  ])('have no zone when %s', async (_, answer) => {
    await using server = await startServer([state, answer]);
    const { active } = await connect(server.url).reader.windows(shop);
    expect(active).toMatchObject([{ kind: 'deny', timeZone: '' }]);
  });

  it('cost one call where there are none', async () => {
    await using server = await startServer([json({ canSync: true })]);
    expect(await connect(server.url).reader.windows(shop)).toMatchObject({ canSync: true, active: [], assigned: [] });
    expect(server.received).toHaveLength(1);
  });
});

describe('logs', () => {
  const query = { pod: 'web-1', namespace: 'web', previous: true, tailLines: 2 };
  const line = (content: string) => ({ result: { content, last: false, podName: 'web-1' } });

  it('are the last lines', async () => {
    await using server = await startServer([lines(line('a'), line('b'), line('c'), { result: { last: true } })]);
    expect(await connect(server.url).reader.logs(shop, query)).toEqual(['b', 'c']);
    expect(server.received[0]?.query.get('podName')).toBe('web-1');
    expect(server.received[0]?.query.get('previous')).toBe('true');
  });

  it('fail with the error inside the stream', async () => {
    const denied = { error: { grpc_code: 7, http_code: 403, message: 'permission denied' } };
    await using server = await startServer([lines(line('a'), denied)]);
    expect(await failureOf(connect(server.url).reader.logs(shop, query))).toMatchObject({ code: 'argocd.forbidden' });
  });
});

describe('the version', () => {
  it.each(RELEASES)('is the one of %s', async (release) => {
    await using server = await startServer([json(recorded(release, 'version'))]);
    expect(await connect(server.url).reader.version()).toContain(`v${release}.`);
  });
});

describe('settings', () => {
  it('are the instance', async () => {
    const answer = { appLabelKey: 'app', trackingMethod: 'annotation+label', installationID: 'eu', url: '' };
    await using server = await startServer([json(answer)]);
    expect(await connect(server.url).reader.settings()).toEqual({
      instanceLabelKey: 'app',
      trackingMethod: 'annotation+label',
      installationId: 'eu',
      appsInAnyNamespace: false,
    });
  });
});

describe('permissions', () => {
  it('are asked for with the slashes of the object', async () => {
    await using server = await startServer([json({ value: 'yes' }), json({ value: 'no' })]);
    const { reader } = connect(server.url);
    expect(await reader.canI('applications', 'get', '*/*')).toBe(true);
    expect(await reader.canI('logs', 'get', 'team-a/shop')).toBe(false);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/api/v1/account/can-i/applications/get/*/*',
      '/api/v1/account/can-i/logs/get/team-a/shop',
    ]);
  });
});

describe('an anonymous caller', () => {
  it('is not logged in', async () => {
    await using server = await startServer([json({})]);
    expect(await connect(server.url).reader.whoAmI()).toEqual({ loggedIn: false, username: '' });
  });
});

describe('a request that nobody answers', () => {
  it('does not hold up the others', async () => {
    const apart: Answer = (response, request) =>
      (request.path.includes('stuck') ? hang : json({ items: [] }))(response, request);
    await using server = await startServer([apart]);
    const { reader } = connect(server.url, { timeoutMs: 1500 });
    const stuck = failureOf(reader.probeResources({ ref: { ...shop.ref, name: 'stuck' } }));
    expect(await reader.probeResources(shop)).toEqual([]);
    expect(await stuck).toMatchObject({ code: 'argocd.timeout' });
  });
});
