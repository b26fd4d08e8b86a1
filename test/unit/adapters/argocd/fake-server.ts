import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; the last of a list answers all that follow. */
export type Answer = (response: ServerResponse, request: Received) => void;

export interface FakeServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
}

export async function startServer(
  answers: readonly Answer[],
  tls?: { readonly key: string; readonly cert: string },
): Promise<FakeServer> {
  const received: Received[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://fake');
    const entry = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push(entry);
    answer?.(response, entry);
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response);
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

export function plain(text: string, status: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
  };
}

/** As grpc-gateway writes it. */
export function refusal(status: number, code: number, message: string): Answer {
  return json({ error: message, code, message }, status);
}

export const reset: Answer = (response) => {
  response.socket?.destroy();
};

export const hang: Answer = () => undefined;

export const version = json({ Version: 'v3.5.3+109ca7c' });
