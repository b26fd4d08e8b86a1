import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FaultEffect, type Faults, makeFaults, playFault, sendTruncated } from '../../cluster/faults.ts';
import type { WorldClock } from '../../cluster/types.ts';
import type { Backend } from '../backend.ts';
import { applicationRoutes } from './application-routes.ts';
import { GrpcError, httpStatusOf, streamError, unaryError, unauthenticated } from './errors.ts';
import { type Answer, type Route, sendJson, sendText } from './http.ts';
import { instanceRoutes } from './instance-routes.ts';
import { sessionFor, type TokenGrant } from './session.ts';
import { streamRoutes } from './stream-routes.ts';
import { writeRoutes } from './write-routes.ts';

export interface ApiServer {
  readonly url: string;
  readonly faults: Faults;
  /** Requests answered so far, as `METHOD /path?query`, oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export interface ApiServerOptions {
  readonly backend: Backend;
  readonly tokens: readonly TokenGrant[];
  readonly port?: number;
  readonly host?: string;
  /** What its answers are dated by; the time of day when left out. */
  readonly clock?: WorldClock;
}

const ROUTES: readonly Route[] = [...streamRoutes, ...applicationRoutes, ...writeRoutes, ...instanceRoutes];
const MAX_REQUESTS = 100_000;

export async function startApiServer({
  backend,
  tokens,
  port = 0,
  host = '127.0.0.1',
  clock,
}: ApiServerOptions): Promise<ApiServer> {
  const faults = makeFaults();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    if (requests.length < MAX_REQUESTS) requests.push(`${request.method ?? 'GET'} ${request.url ?? '/'}`);
    void respond(request, response);
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const fault = faults.take(request.method ?? 'GET', url.pathname);
    if (clock) response.setHeader('date', clock.now().toUTCString());
    if (await playFault(fault, response)) return;
    const refusal = refusalOf(request, url);
    if (refusal) {
      sendText(request, response, refusal.status, 'text/plain; charset=utf-8', refusal.text);
      return;
    }
    const route = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
    try {
      if (route) send(request, response, await answerOf(route, request, url), fault);
    } catch (error) {
      const known =
        error instanceof GrpcError ? error : new GrpcError(2, error instanceof Error ? error.message : String(error));
      if (response.headersSent) response.end();
      else sendJson(request, response, httpStatusOf(known), route?.isStream ? streamError(known) : unaryError(known));
    }
  }

  async function answerOf(route: Route, request: IncomingMessage, url: URL): Promise<Answer> {
    const session = sessionFor(request.headers.authorization, tokens);
    if (!session && !route.isPublic) throw unauthenticated('no session information');
    const params = decoded(route.path.exec(url.pathname)?.groups ?? {});
    return route.handle({ backend, session, params, query: url.searchParams, body: await bodyOf(request), request });
  }

  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  return { url: `http://${host}:${address.port}`, faults, requests, close: () => closed(server) };
}

/** What never reaches a handler, in plain text: a wrong content type on any write, and unknown routes. */
function refusalOf(
  request: IncomingMessage,
  { pathname }: URL,
): { readonly status: number; readonly text: string } | undefined {
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  const isRightType = request.headers['content-type']?.toLowerCase() === 'application/json';
  if (isWrite && pathname.startsWith('/api/') && !isRightType) return { status: 415, text: 'Invalid content type\n' };
  const known = ROUTES.filter(({ path }) => path.test(pathname));
  if (known.length === 0) return { status: 404, text: 'Not Found\n' };
  return known.some(({ method }) => method === request.method)
    ? undefined
    : { status: 405, text: 'Method Not Allowed\n' };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: FaultEffect | undefined,
): void {
  if ('json' in answer) {
    if (fault?.kind === 'truncate')
      sendTruncated(response, 200, 'application/json', Buffer.from(JSON.stringify(answer.json)));
    else sendJson(request, response, 200, answer.json);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  const stop = answer.stream(
    (line) => response.write(`${JSON.stringify(line)}\n`),
    () => response.end(),
  );
  response.on('close', stop);
  if (fault?.kind === 'truncate') response.destroy();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function decoded(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([key, value]) => (value === undefined ? [] : [[key, decodeURIComponent(value)]])),
  );
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await done;
}
