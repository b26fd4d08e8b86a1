import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../../src/core/model/json.ts';
import type { AccessGrant } from '../../kubernetes/grants.ts';
import { type KubernetesApi, startKubernetesApi } from '../../kubernetes/start-kubernetes-api.ts';
import { aCluster } from '../cluster/cluster.ts';

/* RBAC as data: what no rule of a token allows is refused, in the words of a real API server. */

const NOBODY: AccessGrant = { token: 'nobody', user: 'nobody', rules: [] };
const NO_SECRETS: AccessGrant = {
  token: 'no-secrets',
  user: 'plumbline',
  rules: [{ verbs: ['get', 'list', 'watch'], groups: [''], resources: ['pods', 'configmaps'] }],
};
const ONE_NAMESPACE: AccessGrant = {
  token: 'one-namespace',
  user: 'tenant',
  rules: [{ verbs: ['*'], groups: ['*'], resources: ['*'], namespaces: ['shop'] }],
};

let api: KubernetesApi;

beforeAll(async () => {
  api = await startKubernetesApi({
    ...aCluster(),
    token: 'full',
    tls: false,
    grants: [NOBODY, NO_SECRETS, ONE_NAMESPACE],
  });
});
afterAll(() => api?.close());

async function ask(token: string, path: string, method = 'GET'): Promise<string> {
  const answer = await fetch(`${api.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { readonly message?: string };
  return answer.ok ? 'allowed' : `${answer.status} ${body.message}`;
}

async function mayI(token: string, resourceAttributes: object): Promise<unknown> {
  const answer = await fetch(`${api.url}/apis/authorization.k8s.io/v1/selfsubjectaccessreviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes },
    }),
  });
  return at((await answer.json()) as never, 'status', 'allowed');
}

describe('a token', () => {
  it('without any rule may log in, ask and discover, and nothing else', async () => {
    expect(await ask('nobody', '/version')).toBe('allowed');
    expect(await ask('nobody', '/api/v1')).toBe('allowed');
    expect(await mayI('nobody', { verb: 'list', resource: 'pods' })).toBe(false);
    expect(await ask('nobody', '/api/v1/pods')).toBe(
      '403 pods is forbidden: User "nobody" cannot list resource "pods" in API group "" at the cluster scope',
    );
    expect(await ask('nobody', '/api/v1/pods?watch=true')).toMatch(/cannot watch resource "pods"/);
  });

  it('without secrets reads the rest, and their logs only with a rule of their own', async () => {
    expect(await ask('no-secrets', '/api/v1/namespaces/shop/configmaps')).toBe('allowed');
    expect(await ask('no-secrets', '/api/v1/namespaces/shop/secrets/db')).toBe(
      '403 secrets "db" is forbidden: User "plumbline" cannot get resource "secrets" in API group "" in the namespace "shop"',
    );
    expect(await ask('no-secrets', '/api/v1/namespaces/shop/pods/web/log')).toMatch(/cannot get resource "pods\/log"/);
    expect(await ask('no-secrets', '/api/v1/namespaces/shop/configmaps/a', 'DELETE')).toMatch(/cannot delete resource/);
    expect(await mayI('no-secrets', { verb: 'get', resource: 'secrets', namespace: 'shop' })).toBe(false);
    expect(await mayI('no-secrets', { verb: 'get', resource: 'pods', subresource: 'log' })).toBe(false);
    expect(await mayI('no-secrets', { verb: 'list', resource: 'pods' })).toBe(true);
  });

  it('for one namespace sees neither the others nor the cluster scope', async () => {
    expect(await ask('one-namespace', '/api/v1/namespaces/shop/secrets')).toBe('allowed');
    expect(await ask('one-namespace', '/api/v1/namespaces/default/secrets')).toMatch(/in the namespace "default"$/);
    expect(await ask('one-namespace', '/api/v1/secrets')).toMatch(/at the cluster scope$/);
  });

  it('that nobody issued is no login at all', async () => {
    expect(await ask('stranger', '/version')).toBe('401 Unauthorized');
  });
});
