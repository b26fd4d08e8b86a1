import { isJsonObject, type Json, type JsonObject } from '../kubernetes/kube-client.ts';

/** Argo CD answers a refresh when it is done; it has been seen to miss the end of one and to wait for minutes. */
const PATIENCE_MS = 30_000;

export type ArgocdClient = ReturnType<typeof makeArgocdClient>;

/** Raw JSON over Argo CD's REST API, as one account. */
export function makeArgocdClient(url: string, token: string) {
  async function call(method: 'GET' | 'POST', path: string, body?: Json): Promise<JsonObject> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
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
