import { Agent, request } from 'node:https';

export interface KubeAccess {
  readonly server: string;
  /** PEM. */
  readonly ca: string;
  readonly token: string;
}

export interface KubeResponse {
  readonly status: number;
  readonly body: Json;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type KubeClient = ReturnType<typeof makeKubeClient>;

/** Raw JSON in and out: typed clients drop the fields their model does not know. */
export function makeKubeClient(access: KubeAccess) {
  const agent = new Agent({ keepAlive: true, ca: access.ca, maxSockets: 4 });

  function call(method: string, path: string, body?: Json, contentType = 'application/json'): Promise<KubeResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, access.server), {
        method,
        agent,
        headers: { authorization: `Bearer ${access.token}`, accept: 'application/json', 'content-type': contentType },
      });
      outgoing.once('error', reject).once('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
        incoming.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, body: parseBody(text, incoming.headers['content-type']) });
        });
      });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Throws on any status that is not 2xx, with the server's own message. */
  async function expect(method: string, path: string, body?: Json, contentType?: string): Promise<Json> {
    const response = await call(method, path, body, contentType);
    if (response.status < 200 || response.status > 299) {
      throw new Error(`${method} ${path}: ${response.status} ${messageOf(response.body)}`);
    }
    return response.body;
  }

  return { call, expect, close: () => agent.destroy() };
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function messageOf(body: Json): string {
  return isJsonObject(body) && typeof body.message === 'string' ? body.message : JSON.stringify(body);
}

function parseBody(text: string, contentType = ''): Json {
  return contentType.startsWith('application/json') ? (JSON.parse(text) as Json) : text;
}
