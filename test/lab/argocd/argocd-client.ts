import { isJsonObject, type Json, type JsonObject } from '../kubernetes/kube-client.ts';

export type ArgocdClient = ReturnType<typeof makeArgocdClient>;

/** Raw JSON over Argo CD's REST API, as one account. */
export function makeArgocdClient(url: string, token: string) {
  async function call(method: 'GET' | 'POST', path: string, body?: Json): Promise<JsonObject> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Json;
    if (!response.ok || !isJsonObject(answer)) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    }
    return answer;
  }

  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: Json) => call('POST', path, body),
  };
}
