import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at, isObject, type Json, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { makeToken, projectScoped, readOnly, writer } from '../../world/argocd/api/session.ts';
import { type RunningArgoCd, serveArgoCd } from '../../world/argocd/start-argocd.ts';
import { startFleet } from '../../world/fleet/make-fleet.ts';
import { makeStory, type Story } from '../../world/story/make-story.ts';

/* The simulated Argo CD over HTTP: the traps of docs/facts.md that an adapter must survive. */

const READ = makeToken('plumbline-read');
const WRITE = makeToken('plumbline-write');
const SCOPED = makeToken('plumbline-ai');

let folder: string;
let story: Story;
let argocd: RunningArgoCd;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-api-'));
  story = await makeStory({ clock: { now: () => new Date() }, folder, pollMs: 0 });
  argocd = await serveArgoCd(story.controller, {
    tokens: [readOnly(READ), writer(WRITE), projectScoped(SCOPED, 'ai')],
  });
}, 30_000);

afterAll(async () => {
  await argocd.close();
  story.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => argocd.faults.clear());

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly json: Json;
}

async function call(path: string, init: RequestInit = {}, token: string | null = READ): Promise<Reply> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${argocd.url}${path}`, { ...init, headers });
  const text = await response.text();
  let json: Json = null;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    // plain text answers
  }
  return { status: response.status, text, json };
}

const post = (path: string, body: Json, token = WRITE): Promise<Reply> =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, token);

const itemsOf = ({ json }: Reply): readonly Json[] => listAt(json, 'items');
const parsed = (item: Json | undefined, field: string): Json => JSON.parse(stringAt(item, field) ?? '""') as Json;
const managed = (app: string, query = ''): Promise<Reply> =>
  call(`/api/v1/applications/${app}/managed-resources${query}`);

describe('who may call', () => {
  it('401 without a session, also for a token that is no JWT', async () => {
    for (const token of [null, 'not-a-jwt']) {
      const reply = await call('/api/v1/applications', {}, token);
      expect([reply.status, reply.json]).toEqual([
        401,
        { error: 'no session information', code: 16, message: 'no session information' },
      ]);
    }
    expect((await call('/api/v1/applications', {}, makeToken('stranger'))).json).toMatchObject({ code: 16 });
  });

  it('answers anonymous callers with the version and nothing else', async () => {
    expect((await call('/api/version', {}, null)).json).toEqual({ Version: 'v3.2.11+demo' });
    expect((await call('/api/v1/session/userinfo', {}, null)).json).toEqual({});
    expect((await call('/api/v1/session/userinfo')).json).toMatchObject({ loggedIn: true, username: 'plumbline-read' });
    expect(at((await call('/api/v1/settings', {}, null)).json, 'resourceOverrides')).toBeUndefined();
    expect((await call('/api/v1/settings')).json).toMatchObject({
      trackingMethod: 'annotation',
      controllerNamespace: 'argocd',
      resourceOverrides: { '*/*': {} },
    });
  });

  it('cannot tell a missing app from a forbidden one unless the project is sent', async () => {
    const status = async (path: string, token = READ): Promise<number> => (await call(path, {}, token)).status;
    expect(await status('/api/v1/applications/no-such-app')).toBe(403);
    expect(await status('/api/v1/applications/no-such-app?project=ai')).toBe(404);
    expect(await status('/api/v1/applications/gitea?project=ai')).toBe(404);
    expect(await status('/api/v1/applications/gitea', SCOPED)).toBe(403);
    expect(await status('/api/v1/applications/gitea?project=apps', SCOPED)).toBe(403);
    expect(await status('/api/v1/applications/litellm?project=ai', SCOPED)).toBe(200);
    expect((await call('/api/v1/applications/no-such-app')).json).toEqual({
      error: 'permission denied',
      code: 7,
      message: 'permission denied',
    });
  });

  it('filters lists without a word', async () => {
    const names = itemsOf(await call('/api/v1/applications', {}, SCOPED)).map((app) =>
      stringAt(app, 'spec', 'project'),
    );
    expect(new Set(names)).toEqual(new Set(['ai']));
    expect(itemsOf(await call('/api/v1/clusters', {}, SCOPED))).toEqual([]);
  });

  it('says yes or no to can-i, and 400 to what cannot be asked', async () => {
    const ask = async (path: string): Promise<Json> => (await call(`/api/v1/account/can-i/${path}`)).json;
    expect(await ask('applications/get/ai/litellm')).toEqual({ value: 'yes' });
    expect(await ask('applications/sync/ai/litellm')).toEqual({ value: 'no' });
    expect((await call('/api/v1/account/can-i/applications/restart/ai/litellm')).status).toBe(400);
  });

  it('says at length why a write is refused', async () => {
    const reply = await post('/api/v1/applications/litellm/sync', {}, READ);
    expect([reply.status, stringAt(reply.json, 'message')]).toEqual([
      403,
      'permission denied: applications, sync, ai/litellm, sub: plumbline-read, iat: 1970-01-01T00:00:00Z',
    ]);
  });
});

describe('transport', () => {
  it('415 for any other content type, DELETE without a body included', async () => {
    const sync = '/api/v1/applications/litellm/sync';
    for (const type of ['application/json; charset=utf-8', 'text/plain']) {
      const reply = await call(sync, { method: 'POST', headers: { 'content-type': type }, body: '{}' }, WRITE);
      expect([reply.status, reply.text]).toEqual([415, 'Invalid content type\n']);
    }
    expect((await call('/api/v1/applications/litellm/operation', { method: 'DELETE' }, WRITE)).status).toBe(415);
  });

  it('routing errors are plain text', async () => {
    const reply = await call('/api/v1/no-such-thing');
    expect([reply.status, reply.text]).toEqual([404, 'Not Found\n']);
  });

  it('gzips', async () => {
    const { encoding, body } = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve) => {
      const headers = { authorization: `Bearer ${READ}`, 'accept-encoding': 'gzip' };
      httpRequest(`${argocd.url}/api/v1/applications`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
        );
      }).end();
    });
    expect(encoding).toBe('gzip');
    expect(listAt(JSON.parse(gunzipSync(body).toString()) as Json, 'items')).toHaveLength(52);
  });

  it('breaks on demand', async () => {
    const match = { path: '/api/version' };
    argocd.faults.add({ match, kind: 'status', code: 429, retryAfterSeconds: 1, times: 1 });
    expect((await call('/api/version')).status).toBe(429);
    expect((await call('/api/version')).status).toBe(200);
    argocd.faults.add({ match, kind: 'garbage', times: 1 });
    expect((await call('/api/version')).text).toContain('<html>');
    for (const kind of ['reset', 'truncate'] as const) {
      argocd.faults.add({ match, kind, times: 1 });
      await expect(call('/api/version')).rejects.toThrow();
    }
    argocd.faults.add({ match, kind: 'hang', times: 1 });
    await expect(call('/api/version', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    argocd.faults.add({ match, kind: 'latency', milliseconds: 30, times: 1 });
    expect((await call('/api/version')).status).toBe(200);
  });
});

describe('applications', () => {
  it('are cut by the white list of 3.2: spec.project and sync.revision are silently left out', async () => {
    const fields =
      'items.metadata.name,items.spec.project,items.status.sync.status,items.status.sync.revision,items.status.health';
    const [first] = itemsOf(await call(`/api/v1/applications?fields=${fields}&name=gitea`));
    expect(first).toEqual({
      metadata: { name: 'gitea' },
      status: { sync: { status: 'OutOfSync' }, health: expect.objectContaining({ status: 'Progressing' }) },
    });
  });

  it('give null for no items when fields are chosen, and [] when not', async () => {
    expect(at((await call('/api/v1/applications?name=none&fields=items.metadata.name')).json, 'items')).toBeNull();
    expect(at((await call('/api/v1/applications?name=none')).json, 'items')).toEqual([]);
  });

  it('carry health of resources in Get, not in List', async () => {
    const health = (app: Json | undefined): Json | undefined =>
      at(
        listAt(app, 'status', 'resources').find((resource) => at(resource, 'kind') === 'Deployment'),
        'health',
      );
    expect(health((await call('/api/v1/applications/argo-rollouts')).json)).toMatchObject({ status: 'Progressing' });
    expect(health(itemsOf(await call('/api/v1/applications?name=argo-rollouts'))[0])).toBeUndefined();
  });
});

describe('managed resources', () => {
  it('are JSON inside JSON, with the text null for what is not there', async () => {
    const items = itemsOf(await managed('gitea', '?kind=Service&name=gitea-redis-cluster'));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'Service', targetState: 'null', predictedLiveState: 'null' });
    expect(at(items[0], 'group')).toBeUndefined();
    expect(at(items[0], 'modified')).toBeUndefined();
    expect(parsed(items[0], 'liveState')).toMatchObject({ metadata: { name: 'gitea-redis-cluster' } });
  });

  it('show what the comparison shows', async () => {
    const [item] = itemsOf(await managed('paperclip', '?name=paperclip-anthropic'));
    expect(at(item, 'modified')).toBe(true);
    expect(at(parsed(item, 'normalizedLiveState'), 'spec', 'target', 'deletionPolicy')).toBe('Retain');
    expect(at(parsed(item, 'predictedLiveState'), 'spec', 'target', 'deletionPolicy')).toBeUndefined();
    expect(at(parsed(item, 'normalizedLiveState'), 'status')).toBeUndefined();
    expect(at(parsed(item, 'liveState'), 'status')).toBeDefined();
  });

  it('mask the data of Secrets', async () => {
    const [secret] = itemsOf(await managed('gitea', '?kind=Secret'));
    expect(at(parsed(secret, 'liveState'), 'data', 'redis-password')).toBe('++++++++');
    expect(stringAt(secret, 'liveState')).not.toContain('not-used-any-more');
    expect(stringAt(secret, 'liveState')).not.toContain(Buffer.from('not-used-any-more').toString('base64'));
  });

  it('leave hooks out, and everything else that fields exclude', async () => {
    const items = itemsOf(await managed('vk-remote', '?fields=-items.liveState,items.targetState'));
    expect(items.some((item) => at(item, 'kind') === 'Job')).toBe(false);
    expect(items.every((item) => at(item, 'liveState') === undefined && at(item, 'predictedLiveState'))).toBe(true);
    const probe = itemsOf(await managed('vk-remote', '?fields=items.kind,items.name,items.modified'))[0];
    expect(Object.keys(isObject(probe) ? probe : {})).toEqual(['kind', 'name']);
  });
});

describe('what runs underneath', () => {
  const POD = 'argo-rollouts-6b4c4dfbd9-ghl9c';
  const nodes = async (app: string): Promise<readonly Json[]> =>
    listAt((await call(`/api/v1/applications/${app}/resource-tree`)).json, 'nodes');

  it('is in the tree, pods with their column of info', async () => {
    const pod = (await nodes('argo-rollouts')).find((node) => at(node, 'name') === POD);
    expect(pod).toMatchObject({
      kind: 'Pod',
      health: { status: 'Degraded' },
      parentRefs: [{ kind: 'ReplicaSet', name: 'argo-rollouts-6b4c4dfbd9' }],
    });
    expect(
      Object.fromEntries(listAt(pod, 'info').map((entry) => [at(entry, 'name'), at(entry, 'value')])),
    ).toMatchObject({
      'Status Reason': 'CrashLoopBackOff',
      Containers: '0/1',
      'Restart Count': '1154',
    });
  });

  it('tells its events only when namespace, name and uid are right', async () => {
    const uid = stringAt(
      (await nodes('argo-rollouts')).find((node) => at(node, 'name') === POD),
      'uid',
    );
    const path = `/api/v1/applications/argo-rollouts/events?resourceNamespace=argo-rollouts&resourceName=${POD}`;
    expect(itemsOf(await call(`${path}&resourceUID=${uid}`))[0]).toMatchObject({ reason: 'BackOff', type: 'Warning' });
    expect((await call(`${path}&resourceUID=wrong`)).status).toBe(400);
  });

  it('streams its log, the end marked', async () => {
    const path = `/api/v1/applications/argo-rollouts/logs?podName=${POD}&namespace=argo-rollouts&previous=true&tailLines=1`;
    const lines = (await call(path)).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(lines).toHaveLength(2);
    expect(stringAt(lines[0], 'result', 'content')).toMatch(/level=fatal .*response code Not Found/);
    expect(at(lines[0], 'result', 'last')).toBe(false);
    expect(lines[1]).toMatchObject({ result: { content: '', last: true } });
    expect((await call('/api/v1/applications/argo-rollouts/logs?podName=none&namespace=x')).text).toBe('');
  });

  it('streams what the kubelet refuses as a line of no pod and no time', async () => {
    const [pod] = story.cluster.list({ group: '', kind: 'Pod' }, 'litellm');
    const name = stringAt(pod, 'metadata', 'name') ?? '';
    const { text } = await call(`/api/v1/applications/litellm/logs?podName=${name}&namespace=litellm&previous=true`);
    const [refusal] = text.split('\n').map((line) => JSON.parse(line || 'null') as Json);
    expect(at(refusal, 'result')).toEqual({
      content: `previous terminated container "litellm" in pod "${name}" not found`,
      timeStamp: null,
      last: false,
      timeStampStr: '0001-01-01T00:00:00Z',
      podName: '',
    });
  });

  it('has manifests, windows, commits, projects and clusters', async () => {
    const manifests = listAt((await call('/api/v1/applications/litellm/manifests')).json, 'manifests');
    expect(manifests.map((text) => at(JSON.parse(String(text)) as Json, 'kind'))).toContain('ExternalSecret');
    expect((await call('/api/v1/applications/litellm/syncwindows')).json).toEqual({ canSync: true });
    const revision = await story.git.resolve('main');
    expect((await call(`/api/v1/applications/litellm/revisions/${revision}/metadata`)).json).toMatchObject({
      message: 'chore: bump charts',
    });
    expect(itemsOf(await call('/api/v1/projects?fields=items.metadata.name'))).toContainEqual({
      metadata: { name: 'tenants' },
    });
    expect(itemsOf(await call('/api/v1/clusters'))[0]).toMatchObject({
      name: 'in-cluster',
      info: { connectionState: { status: 'Successful' }, applicationsCount: 52 },
    });
  });
});

describe('the watch', () => {
  it('starts with every app as ADDED and goes on with changes', async () => {
    const stop = new AbortController();
    const response = await fetch(
      `${argocd.url}/api/v1/stream/applications?fields=result.type,result.application.metadata.name,result.application.status.sync.status`,
      { headers: { authorization: `Bearer ${READ}` }, signal: stop.signal },
    );
    const seen: Json[] = [];
    let rest = '';
    const done = (async () => {
      for await (const chunk of response.body ?? []) {
        const lines = (rest + Buffer.from(chunk).toString()).split('\n');
        rest = lines.pop() ?? '';
        seen.push(...lines.map((line) => JSON.parse(line) as Json));
        if (seen.length === 52) {
          story.cluster.mergePatch(
            { group: '', kind: 'ConfigMap', namespace: 'loki', name: 'loki-config' },
            { data: { LOG_LEVEL: 'debug' } },
            { manager: 'kubectl-edit' },
          );
        }
        if (seen.length > 52) return;
      }
    })();
    await done;
    stop.abort();
    expect(seen.slice(0, 52).every((line) => at(line, 'result', 'type') === 'ADDED')).toBe(true);
    expect(seen[52]).toEqual({
      result: {
        type: 'MODIFIED',
        application: { metadata: { name: 'loki' }, status: { sync: { status: 'OutOfSync' } } },
      },
    });
  });
});

describe('writes', () => {
  const app = (name: string): Promise<Reply> => call(`/api/v1/applications/${name}`);

  it('sync, and write the Application back without its zero values', async () => {
    const before = itemsOf(await call('/api/v1/applications?name=langfuse'))[0];
    expect(at(before, 'spec', 'syncPolicy', 'automated', 'prune')).toBe(false);
    const infos = [{ name: 'Reason', value: 'asked in a thread' }];
    // at once, because an operation may be over before a second request is sent
    const sync = () => post('/api/v1/applications/langfuse/sync', { infos });
    const replies = (await Promise.all([sync(), sync()])).map(({ json }) => json);
    expect(
      replies.filter((json) => at(json, 'operation') !== undefined).map((json) => at(json, 'operation', 'info')),
    ).toEqual([infos]);
    expect(replies).toContainEqual(expect.objectContaining({ code: 9 }));
    await argocd.settle();
    const after = (await app('langfuse')).json;
    expect(at(after, 'operation')).toBeUndefined();
    expect(at(after, 'status', 'operationState')).toMatchObject({
      phase: 'Succeeded',
      operation: { initiatedBy: { username: 'plumbline-write' } },
    });
    expect(listAt(after, 'status', 'operationState', 'syncResult', 'resources')[0]).toMatchObject({ status: 'Synced' });
    expect(at(after, 'spec', 'syncPolicy', 'automated', 'prune')).toBeUndefined();
    const drifting = listAt((await app('root')).json, 'status', 'resources').filter(
      (resource) => at(resource, 'status') === 'OutOfSync',
    );
    expect(drifting.map((resource) => at(resource, 'name'))).toContain('langfuse');
  });

  it('refuse to roll back while auto-sync is on, and to stop what does not run', async () => {
    expect((await post('/api/v1/applications/langfuse/rollback', { id: 0 })).json).toMatchObject({ code: 9 });
    const headers = { 'content-type': 'application/json' };
    const stopped = await call('/api/v1/applications/langfuse/operation', { method: 'DELETE', headers }, WRITE);
    expect([stopped.status, stringAt(stopped.json, 'message')]).toEqual([
      400,
      'Unable to terminate operation. No operation is in progress',
    ]);
  });

  it('restart a Deployment without making drift', async () => {
    const resource = { namespace: 'loki', resourceName: 'loki', version: 'v1', group: 'apps', kind: 'Deployment' };
    expect(
      (await post('/api/v1/applications/loki/resource/actions/v2', { ...resource, action: 'restart' })).status,
    ).toBe(200);
    const query = new URLSearchParams(resource).toString();
    expect((await post(`/api/v1/applications/loki/resource/actions?${query}`, 'restart')).status).toBe(200);
    expect(at((await call(`/api/v1/applications/loki/resource/actions?${query}`)).json, 'actions')).toContainEqual({
      name: 'restart',
    });
    const live = parsed((await call(`/api/v1/applications/loki/resource?${query}`)).json, 'manifest');
    expect(at(live, 'spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt')).toBeDefined();
    await argocd.settle();
    const deployment = listAt((await app('loki')).json, 'status', 'resources').find(
      (entry) => at(entry, 'kind') === 'Deployment',
    );
    expect(at(deployment, 'status')).toBe('Synced');
  });

  it('patch and delete one resource', async () => {
    const query = new URLSearchParams({
      ...{ namespace: 'loki', resourceName: 'loki-config', version: 'v1', kind: 'ConfigMap' },
      patchType: 'application/merge-patch+json',
    }).toString();
    await post(`/api/v1/applications/loki/resource?${query}`, JSON.stringify({ data: { LOG_LEVEL: 'info' } }));
    await argocd.settle();
    expect(at((await app('loki')).json, 'status', 'sync', 'status')).toBe('Synced');
    const leftover = new URLSearchParams({
      namespace: 'gitea',
      resourceName: 'gitea-redis-cluster',
      version: 'v1',
      kind: 'ServiceAccount',
    });
    const headers = { 'content-type': 'application/json' };
    const gone = await call(
      `/api/v1/applications/gitea/resource?${leftover.toString()}`,
      { method: 'DELETE', headers },
      WRITE,
    );
    expect(gone.json).toEqual({});
    const left: Manifest | undefined = story.cluster.get({
      group: '',
      kind: 'ServiceAccount',
      namespace: 'gitea',
      name: 'gitea-redis-cluster',
    });
    expect(left).toBeUndefined();
  });
});

describe('a fleet', () => {
  it('answers for any number of apps', async () => {
    const fleet = await startFleet({ apps: 500, drifting: 100, resourcesPerApp: 40, tokens: [readOnly(READ)] });
    try {
      const headers = { authorization: `Bearer ${READ}` };
      const list = (await (await fetch(`${fleet.url}/api/v1/applications`, { headers })).json()) as Json;
      const drifting = listAt(list, 'items').filter((app) => at(app, 'status', 'sync', 'status') === 'OutOfSync');
      expect([listAt(list, 'items').length, drifting.length]).toEqual([500, 100]);
      const name = stringAt(drifting[0], 'metadata', 'name') ?? '';
      const resources = (await (
        await fetch(`${fleet.url}/api/v1/applications/${name}/managed-resources`, { headers })
      ).json()) as Json;
      expect(listAt(resources, 'items')).toHaveLength(40);
    } finally {
      await fleet.close();
    }
  });
});
