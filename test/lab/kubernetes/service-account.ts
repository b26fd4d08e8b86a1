import { isJsonObject, type KubeClient } from './kube-client.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** A token of the kind pods get, for a process that runs outside a pod. */
export async function requestToken(client: KubeClient, namespace: string, account: string): Promise<string> {
  const answer = await client.expect('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: YEAR_SECONDS },
  });
  const status = isJsonObject(answer) ? answer.status : undefined;
  if (!isJsonObject(status) || typeof status.token !== 'string')
    throw new Error(`no token for ${namespace}/${account}`);
  return status.token;
}
