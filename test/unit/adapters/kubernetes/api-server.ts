import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { onTestFinished } from 'vitest';
import type { Access } from '../../../../src/adapters/kubernetes/access.ts';
import { type Api, makeApi } from '../../../../src/adapters/kubernetes/api.ts';
import type { Json } from '../../../../src/core/model/json.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Json | undefined;
}

export type Answer =
  | {
      readonly status?: number;
      readonly json?: Json;
      readonly text?: string;
      readonly bytes?: Buffer;
      readonly headers?: Record<string, string>;
    }
  | { readonly writes: (response: ServerResponse) => void }
  | 'reset'
  | 'hang'
  /** Begins to answer and does not go on. */
  | 'stall';

export interface ApiServer {
  readonly url: string;
  /** Requests in the order they came. */
  readonly seen: readonly Seen[];
  readonly connections: () => number;
}

/** A real HTTP server that answers as the test says; it ends with the test. */
export async function startApiServer(answer: (request: Seen, nth: number) => Answer): Promise<ApiServer> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void read(request).then((entry) => {
      seen.push(entry);
      respond(response, answer(entry, seen.length));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, connections: () => connections };
}

/** An API client that knows the address already: no kubeconfig, no login. Pauses between retries are as short as allowed. */
export function anApi(url: string, parts: { timeoutMs?: number; access?: Partial<Access> } = {}): Api {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.destroy());
  const access: Access = {
    entry: () => Promise.resolve({ server: url, headers: { Authorization: 'Bearer t' }, dispatcher }),
    reject: () => undefined,
    close: () => Promise.resolve(),
    ...parts.access,
  };
  return makeApi({
    cluster: 'prod',
    access,
    requestsPerSecond: 1000,
    timeoutMs: parts.timeoutMs ?? 5000,
    random: () => 0,
  });
}

export function status(code: number, reason: string, more: Record<string, Json> = {}): Answer {
  return {
    status: code,
    json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message: `${reason} it is`, code, ...more },
  };
}

/** What the API server says about a path it does not know: no Status object. */
export const UNKNOWN_PATH: Answer = {
  status: 404,
  text: '404 page not found\n',
  headers: { 'content-type': 'text/plain' },
};

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://server');
  return {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Json),
  };
}

function respond(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  if (typeof answer === 'object' && 'writes' in answer) {
    answer.writes(response);
    return;
  }
  if (answer === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    return;
  }
  if (answer === 'reset') {
    response.socket?.destroy();
    return;
  }
  const body = answer.bytes ?? answer.text ?? JSON.stringify(answer.json ?? {});
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(body);
}
