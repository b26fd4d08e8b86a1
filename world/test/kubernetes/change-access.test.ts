import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, Manifest } from '../../../src/core/model/json.ts';
import type { ClusterModel } from '../../cluster/types.ts';
import { changeAccess } from '../../kubernetes/change-access.ts';
import type { AccessGrant } from '../../kubernetes/grants.ts';
import { type KubernetesApi, startKubernetesApi } from '../../kubernetes/start-kubernetes-api.ts';
import { aCluster, aConfigMap } from '../cluster/cluster.ts';

/* What the account that makes approved changes may do, and how large, how guarded and how granting a write may be. */

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const NAMESPACE = '/api/v1/namespaces/shop';
const BUNDLES = '/api/v1/namespaces/plumbline/secrets';
/** Keeps roles, and holds nothing but ConfigMaps to give away. */
const KEEPER: AccessGrant = {
  token: 'keeper',
  user: 'keeper',
  rules: [
    { verbs: ['*'], groups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'] },
    { verbs: ['create', 'get', 'patch'], groups: ['rbac.authorization.k8s.io'], resources: ['roles'] },
    { verbs: ['get'], groups: [''], resources: ['configmaps'] },
  ],
};

let api: KubernetesApi;
let model: ClusterModel;

beforeAll(async () => {
  const cluster = aCluster();
  ({ model } = cluster);
  api = await startKubernetesApi({
    ...cluster,
    token: 'full',
    tls: false,
    grants: [changeAccess('changer', 'plumbline'), KEEPER],
  });
});
afterAll(() => api?.close());

async function send(method: string, path: string, body?: Json, token = 'changer'): Promise<string> {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { reason = '', message = '' } = (await answer.json()) as {
    readonly reason?: string;
    readonly message?: string;
  };
  return answer.ok ? `${answer.status}` : `${answer.status} ${reason}: ${message}`;
}

const aSecret = (name: string, data: Readonly<Record<string, string>> = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  data,
});

const aRole = (...rules: readonly Json[]): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: 'leftover' },
  rules,
});
const READS_CONFIG = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
const READS_SECRETS = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };
const NOT_HELD = `attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}`;

describe('the account that makes approved changes', () => {
  it('deletes leftovers and brings them back', async () => {
    model.create(aConfigMap({ a: '1' }, 'leftover'), { manager: 'test' });
    expect(await send('DELETE', `${NAMESPACE}/configmaps/leftover`)).toBe('200');
    expect(await send('POST', `${NAMESPACE}/configmaps`, aConfigMap({ a: '1' }, 'leftover'))).toBe('201');
  });

  it.each([
    ['DELETE', '/api/v1/namespaces/shop'],
    ['DELETE', `${NAMESPACE}/configmaps`],
    ['GET', `${NAMESPACE}/configmaps`],
    ['PUT', `${NAMESPACE}/configmaps/leftover`],
    ['PATCH', '/api/v1/nodes/node-a'],
  ])('may not %s %s', async (method, path) => {
    const body = method === 'DELETE' || method === 'GET' ? undefined : aConfigMap({}, 'leftover');
    expect(await send(method, path, body)).toMatch(
      /^(403 Forbidden: .*User "system:serviceaccount:plumbline:plumbline-write" cannot|404 NotFound: the server could not find)/,
    );
  });

  it('keeps bundles in a namespace that must be there', async () => {
    expect(await send('POST', BUNDLES, aSecret('bundle'))).toBe('404 NotFound: namespaces "plumbline" not found');
    model.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'plumbline' } }, { manager: 'test' });
    expect(await send('POST', BUNDLES, aSecret('bundle'))).toBe('201');
    expect(await send('POST', BUNDLES, aSecret('bundle'))).toMatch(/^409 AlreadyExists: secrets "bundle"/);
    expect(await send('GET', BUNDLES)).toBe('200');
  });

  it('is in the log of requests under its name', async () => {
    await send('GET', `${NAMESPACE}/configmaps/leftover?pretty=false`);
    expect(api.requests.at(-1)).toEqual({
      user: 'system:serviceaccount:plumbline:plumbline-write',
      method: 'GET',
      url: `${NAMESPACE}/configmaps/leftover?pretty=false`,
    });
  });
});

describe('a delete under preconditions', () => {
  it('is refused, whatever the way of deleting, once the object is another one', async () => {
    const { metadata } = model.create(aConfigMap({}, 'guarded'), { manager: 'test' }) as {
      metadata: { uid: string; resourceVersion: string };
    };
    const { uid, resourceVersion } = metadata;
    model.mergePatch(
      { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'guarded' },
      { data: { a: '1' } },
      { manager: 'test' },
    );
    for (const propagationPolicy of ['Background', 'Foreground', 'Orphan']) {
      expect(
        await send('DELETE', `${NAMESPACE}/configmaps/guarded`, {
          propagationPolicy,
          preconditions: { uid, resourceVersion },
        }),
      ).toMatch(
        /^409 Conflict: Operation cannot be fulfilled on ConfigMap "guarded": the ResourceVersion in the precondition \(\d+\) does not match the ResourceVersion in record \(\d+\)\. The object might have been modified$/,
      );
    }
    expect(
      await send('DELETE', `${NAMESPACE}/configmaps/guarded`, {
        propagationPolicy: 'Foreground',
        preconditions: { uid },
      }),
    ).toBe('200');
  });
});

describe('the size of an object', () => {
  const base64 = (bytes: number): string => Buffer.alloc(bytes, 'a').toString('base64');

  it('of a Secret is a mebibyte of what it holds, whatever it takes on the wire', async () => {
    const limit = 1024 * 1024;
    expect(await send('POST', BUNDLES, aSecret('full', { part: base64(limit) }))).toBe('201');
    expect(await send('POST', BUNDLES, aSecret('over', { part: base64(limit), more: base64(1) }))).toBe(
      '422 Invalid: Secret "over" is invalid: data: Too long: may not be more than 1048576 bytes',
    );
    expect(await send('POST', BUNDLES, aSecret('odd', { part: 'not base64!' }))).toMatch(
      /^400 BadRequest: Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 3$/,
    );
  });

  it('of annotations is a quarter of that, and a request ends at three', async () => {
    const noted = { ...aSecret('noted'), metadata: { name: 'noted', annotations: { a: 'a'.repeat(256 * 1024) } } };
    expect(await send('POST', BUNDLES, noted)).toMatch(
      /^422 Invalid: .*metadata.annotations: Too long: may not be more than 262144 bytes$/,
    );
    expect(await send('POST', BUNDLES, aSecret('huge', { part: base64(3 * 1024 * 1024) }))).toBe(
      '413 RequestEntityTooLarge: Request entity too large: limit is 3145728',
    );
  });
});

describe('nobody grants what they do not hold', () => {
  it('a role needs its rules, or the right to escalate', async () => {
    const path = `${RBAC}/namespaces/shop/roles`;
    expect(await send('POST', path, aRole(READS_CONFIG, READS_SECRETS), 'keeper')).toContain(NOT_HELD);
    expect(await send('POST', path, aRole(READS_CONFIG), 'keeper')).toBe('201');
    expect(await send('PATCH', `${path}/leftover`, { rules: [READS_SECRETS] }, 'keeper')).toContain(NOT_HELD);
    expect(await send('DELETE', `${path}/leftover`)).toBe('200');
    expect(await send('POST', path, aRole(READS_SECRETS))).toBe('201');
  });

  it('a binding needs them too, or the right to bind', async () => {
    const path = `${RBAC}/namespaces/shop/rolebindings`;
    const binding: Manifest = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'leftover' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'leftover' },
      subjects: [{ kind: 'ServiceAccount', namespace: 'shop', name: 'default' }],
    };
    expect(await send('POST', path, binding, 'keeper')).toContain(NOT_HELD);
    expect(await send('POST', path, binding)).toBe('201');
  });
});
