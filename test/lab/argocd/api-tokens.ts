import { isJsonObject, type Json, type KubeClient } from '../kubernetes/kube-client.ts';
import { waitUntil } from '../wait-until.ts';
import type { AccountName } from './accounts.ts';
import { ARGOCD_NAMESPACE } from './install.ts';

export async function mintToken(client: KubeClient, url: string, account: AccountName): Promise<string> {
  const session = await openSession(client, url);
  return post(`${url}/api/v1/account/${account}/token`, { name: account, expiresIn: 0 }, session);
}

/** A token of a role that a project defines; it is good for what the role's policies say and no more. */
export async function mintProjectToken(
  client: KubeClient,
  url: string,
  { project, role }: { readonly project: string; readonly role: string },
): Promise<string> {
  const session = await openSession(client, url);
  return post(`${url}/api/v1/projects/${project}/roles/${role}/token`, { project, role, expiresIn: 0 }, session);
}

/** As the first-start administrator, whose password the server put in a Secret. */
async function openSession(client: KubeClient, url: string): Promise<string> {
  const password = await waitUntil('the initial admin password', () => findAdminPassword(client));
  return waitUntil('a session of the administrator', () =>
    post(`${url}/api/v1/session`, { username: 'admin', password }),
  );
}

async function findAdminPassword(client: KubeClient): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${ARGOCD_NAMESPACE}/secrets/argocd-initial-admin-secret`;
  const { status, body } = await client.call('GET', path);
  const data = status === 200 && isJsonObject(body) ? body.data : undefined;
  const password = isJsonObject(data) ? data.password : undefined;
  return typeof password === 'string' ? Buffer.from(password, 'base64').toString('utf8') : undefined;
}

async function post(url: string, body: Json, token?: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok || !isJsonObject(answer) || typeof answer.token !== 'string') {
    throw new Error(`POST ${url}: ${response.status} ${JSON.stringify(answer)}`);
  }
  return answer.token;
}
