import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, type Json, listAt, stringAt } from '../../../src/core/model/json.ts';
import { makeCertificate } from '../../kubernetes/certificate.ts';
import { type KubernetesApi, startKubernetesApi } from '../../kubernetes/start-kubernetes-api.ts';
import {
  aCluster,
  aConfigMap,
  aDeployment,
  aWidget,
  ownersOfField,
  type TestCluster,
  WIDGETS,
} from '../cluster/cluster.ts';

let cluster: TestCluster;
let api: KubernetesApi;

beforeEach(async () => {
  cluster = aCluster();
  api = await startKubernetesApi({
    model: cluster.model,
    token: 'full',
    readOnlyToken: 'reader',
    tls: false,
    clock: cluster.clock,
  });
});
afterEach(() => api.close());

interface Sent {
  readonly method?: string;
  readonly body?: Json;
  readonly type?: string;
  readonly accept?: string;
  readonly token?: string;
  readonly agent?: string;
}

interface Got {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

async function call(
  path: string,
  { method = 'GET', body, type = 'application/json', accept, token = 'full', agent = 'tester/1.0' }: Sent = {},
): Promise<Got> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': agent,
      'content-type': type,
      ...(accept ? { accept } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, body: isJson ? (JSON.parse(text) as Json) : text, headers: response.headers };
}

const CONFIGS = '/api/v1/namespaces/shop/configmaps';
const WEB = '/apis/apps/v1/namespaces/shop/deployments/web';

describe('reading', () => {
  it('answers an object, or a Status that says which one is missing', async () => {
    cluster.model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    expect((await call(`${CONFIGS}/config`)).body).toMatchObject({ kind: 'ConfigMap', data: { a: '1' } });
    expect(await call(`${CONFIGS}/none`)).toMatchObject({
      status: 404,
      body: {
        kind: 'Status',
        status: 'Failure',
        reason: 'NotFound',
        message: 'configmaps "none" not found',
        details: { name: 'none', kind: 'configmaps' },
        code: 404,
      },
    });
  });

  it('pages a list by limit and continue', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) cluster.model.create(aConfigMap({}, name), { manager: 'test' });
    const names: (string | undefined)[] = [];
    let token = '';
    do {
      const { body } = await call(`${CONFIGS}?limit=2&continue=${token}`);
      names.push(...listAt(body, 'items').map((item) => stringAt(item, 'metadata', 'name')));
      token = stringAt(body, 'metadata', 'continue') ?? '';
      if (names.length === 2) expect(at(body, 'metadata', 'remainingItemCount')).toBe(3);
    } while (token !== '');
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await call(`${CONFIGS}?continue=junk`)).status).toBe(400);
  });

  it.each([
    ['labelSelector=app%3Dweb', ['one', 'two']],
    ['labelSelector=app%3Dweb%2Ctier!%3Dfront', ['two']],
    ['labelSelector=tier%20in%20(front%2Cback)', ['one', 'two']],
    ['labelSelector=tier%20notin%20(front)', ['three', 'two']],
    ['labelSelector=!app', ['three']],
    ['fieldSelector=metadata.name%3Dtwo', ['two']],
    ['fieldSelector=metadata.name!%3Dtwo', ['one', 'three']],
  ])('selects by %s', async (query, expected) => {
    const labels = { one: { app: 'web', tier: 'front' }, two: { app: 'web', tier: 'back' }, three: {} };
    for (const [name, own] of Object.entries(labels)) {
      cluster.model.create(
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', labels: own } },
        { manager: 'test' },
      );
    }
    const { body } = await call(`${CONFIGS}?${query}`);
    expect(listAt(body, 'items').map((item) => stringAt(item, 'metadata', 'name'))).toEqual(expected);
  });

  it('leaves kind and apiVersion out of the items of built-in lists, and in for custom ones', async () => {
    cluster.model.create(aConfigMap({}), { manager: 'test' });
    cluster.model.create(WIDGETS, { manager: 'test' });
    cluster.model.create(aWidget({}), { manager: 'test' });
    expect(listAt((await call(CONFIGS)).body, 'items')[0]).not.toHaveProperty('kind');
    expect(listAt((await call('/apis/example.com/v1/widgets')).body, 'items')[0]).toMatchObject({ kind: 'Widget' });
  });

  it('answers a table to who asks for one', async () => {
    cluster.model.create(aDeployment(), { manager: 'test' });
    cluster.clock.pass(3600);
    const { body } = await call(WEB, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(listAt(body, 'rows').map((row) => at(row, 'cells'))).toEqual([
      ['web', '0/1', 0, 0, '60m', 'web', 'web:1', 'app=web'],
    ]);
  });

  it('serves the kinds it lists', async () => {
    const { body } = await call('/apis/apps/v1');
    expect(listAt(body, 'resources').map((resource) => at(resource, 'name'))).toContain('deployments/scale');
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    expect((await call('/apis', { accept })).body).toMatchObject({ kind: 'APIGroupDiscoveryList' });
    expect((await call('/apis/none.example.com/v1/things')).status).toBe(404);
  });
});

describe('writing', () => {
  it('is recorded under the field manager, or the program', async () => {
    await call(CONFIGS, { method: 'POST', body: aConfigMap({ a: '1' }) });
    const { body } = await call(`${CONFIGS}/config?fieldManager=argocd`, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: { data: { b: '2' } },
    });
    const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as never) : undefined;
    expect(ownersOfField(object, 'f:data f:a')).toEqual(['tester']);
    expect(ownersOfField(object, 'f:data f:b')).toEqual(['argocd']);
  });

  it.each<[string, Json, Json | undefined]>([
    [
      'application/json-patch+json',
      [
        { op: 'test', path: '/spec/replicas', value: 1 },
        { op: 'replace', path: '/spec/replicas', value: 3 },
      ],
      3,
    ],
    ['application/merge-patch+json', { spec: { replicas: 3 } }, 3],
    ['application/strategic-merge-patch+json', { spec: { replicas: 3 } }, 3],
  ])('patches by %s', async (type, body, expected) => {
    cluster.model.create(aDeployment(), { manager: 'test' });
    expect(at((await call(WEB, { method: 'PATCH', type, body })).body, 'spec', 'replicas')).toBe(expected);
  });

  it('refuses a JSON patch whose test fails', async () => {
    cluster.model.create(aDeployment(), { manager: 'test' });
    const body = [{ op: 'test', path: '/spec/replicas', value: 9 }];
    expect((await call(WEB, { method: 'PATCH', type: 'application/json-patch+json', body })).status).toBe(422);
  });

  it('applies, answers conflicts with their causes, and forces', async () => {
    cluster.model.create(aDeployment({ replicas: 2 }), { manager: 'kubectl-scale' });
    const type = 'application/apply-patch+yaml';
    const body = aDeployment({ replicas: 5 });
    const refused = await call(`${WEB}?fieldManager=plumbline`, { method: 'PATCH', type, body });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        reason: 'Conflict',
        details: {
          causes: [
            {
              reason: 'FieldManagerConflict',
              message: 'conflict with "kubectl-scale" using apps/v1',
              field: '.spec.replicas',
            },
          ],
        },
      },
    });
    const dry = await call(`${WEB}?fieldManager=plumbline&force=true&dryRun=All`, { method: 'PATCH', type, body });
    expect(at(dry.body, 'spec', 'replicas')).toBe(5);
    expect(at((await call(WEB)).body, 'spec', 'replicas')).toBe(2);
    const forced = await call(`${WEB}?fieldManager=plumbline&force=true`, { method: 'PATCH', type, body });
    expect(at(forced.body, 'spec', 'replicas')).toBe(5);
  });

  it('warns about fields that were dropped', async () => {
    const body = aDeployment({ replica: 1 });
    const { headers } = await call('/apis/apps/v1/namespaces/shop/deployments?fieldValidation=Warn', {
      method: 'POST',
      body,
    });
    expect(headers.get('warning')).toBe('299 - "unknown field \\"spec.replica\\""');
  });

  it('deletes under preconditions, and says what it deleted', async () => {
    cluster.model.create(aConfigMap({}), { manager: 'test' });
    const wrong = await call(`${CONFIGS}/config`, { method: 'DELETE', body: { preconditions: { uid: 'other' } } });
    expect(wrong.status).toBe(409);
    const done = await call(`${CONFIGS}/config?propagationPolicy=Background`, { method: 'DELETE' });
    expect(done).toMatchObject({
      status: 200,
      body: { kind: 'Status', status: 'Success', details: { name: 'config', kind: 'configmaps' } },
    });
  });

  it('scales through the subresource', async () => {
    cluster.model.create(aDeployment(), { manager: 'test' });
    const { body } = await call(`${WEB}/scale`, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: { spec: { replicas: 4 } },
    });
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 4 }, status: { selector: 'app=web' } });
    expect(
      ownersOfField(
        cluster.model.get({ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }),
        'f:spec f:replicas',
      ),
    ).toEqual(['tester/scale']);
  });

  it.each([
    ['no token', { token: '' }, 401, 'Unauthorized'],
    ['the read-only token', { token: 'reader' }, 403, 'Forbidden'],
  ])('is refused with %s', async (_, sent, status, reason) => {
    expect(await call(CONFIGS, { method: 'POST', body: aConfigMap({}), ...sent })).toMatchObject({
      status,
      body: { reason, code: status },
    });
  });

  it('answers what a token may do', async () => {
    const review = (verb: string): Json => ({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb, resource: 'pods' } },
    });
    const allowed = async (verb: string, token: string): Promise<Json | undefined> =>
      at(
        (
          await call('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
            method: 'POST',
            body: review(verb),
            token,
          })
        ).body,
        'status',
        'allowed',
      );
    expect([
      await allowed('delete', 'full'),
      await allowed('delete', 'reader'),
      await allowed('list', 'reader'),
    ]).toEqual([true, false, true]);
  });
});

describe('watching', () => {
  async function read(path: string, count: number): Promise<readonly Json[]> {
    const controller = new AbortController();
    const response = await fetch(`${api.url}${path}`, {
      headers: { authorization: 'Bearer full' },
      signal: controller.signal,
    });
    const events: Json[] = [];
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const lines = `${rest}${Buffer.from(chunk).toString()}`.split('\n');
      rest = lines.pop() ?? '';
      events.push(...lines.map((line) => JSON.parse(line) as Json));
      if (events.length >= count) break;
    }
    controller.abort();
    return events;
  }

  const shown = (events: readonly Json[]): readonly unknown[] =>
    events.map((event) => [at(event, 'type'), at(event, 'object', 'data', 'a')]);

  it('starts with what is there, or after a version', async () => {
    const { model } = cluster;
    const created = model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    model.update({ ...created, data: { a: '2' } }, { manager: 'test' });
    expect(shown(await read(`${CONFIGS}?watch=true`, 1))).toEqual([['ADDED', '2']]);
    const version = stringAt(created, 'metadata', 'resourceVersion');
    expect(shown(await read(`${CONFIGS}?watch=true&resourceVersion=${version}`, 1))).toEqual([['MODIFIED', '2']]);
  });

  it('follows changes of its namespace only', async () => {
    const { model } = cluster;
    const events = read(`${CONFIGS}?watch=true&resourceVersion=${model.resourceVersion()}`, 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    model.create({ ...aConfigMap({ a: '0' }), metadata: { name: 'x', namespace: 'default' } }, { manager: 'test' });
    model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    model.delete({ group: '', kind: 'ConfigMap', namespace: 'shop', name: 'config' });
    expect(shown(await events)).toEqual([
      ['ADDED', '1'],
      ['DELETED', '1'],
    ]);
  });

  it('ends with 410 for a version that is too old', async () => {
    const [event] = await read(`${CONFIGS}?watch=true&resourceVersion=1`, 1);
    expect(event).toMatchObject({ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } });
  });
});

describe('faults', () => {
  it('answer with a status as often as asked', async () => {
    api.faults.add({
      match: { method: 'GET', path: CONFIGS },
      kind: 'status',
      code: 429,
      retryAfterSeconds: 2,
      times: 1,
    });
    const first = await call(CONFIGS);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await call(CONFIGS)).status).toBe(200);
  });

  it.each(['reset', 'truncate', 'garbage'] as const)('break an answer by %s', async (kind) => {
    cluster.model.create(aConfigMap({ a: 'x'.repeat(1000) }), { manager: 'test' });
    api.faults.add({ match: { path: /configmaps/ }, kind });
    await expect(call(CONFIGS)).rejects.toThrow();
    api.faults.clear();
    expect((await call(CONFIGS)).status).toBe(200);
  });

  it('delay, or never answer', async () => {
    api.faults.add({ match: { path: CONFIGS }, kind: 'latency', milliseconds: 60, times: 1 });
    const before = performance.now();
    await call(CONFIGS);
    expect(performance.now() - before).toBeGreaterThanOrEqual(50);
    api.faults.add({ match: { path: CONFIGS }, kind: 'hang', times: 1 });
    await expect(fetch(`${api.url}${CONFIGS}`, { signal: AbortSignal.timeout(80) })).rejects.toThrow();
  });
});

describe('the kubeconfig', () => {
  it('trusts the certificate made for the server', async () => {
    const secure = await startKubernetesApi({ ...cluster, token: 'full', tls: makeCertificate() });
    expect(secure.url).toMatch(/^https:/);
    expect(secure.kubeconfig()).toMatch(/certificate-authority-data: \S+/);
    await secure.close();
  });
});
