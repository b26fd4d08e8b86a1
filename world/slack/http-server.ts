import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Json } from '../../src/core/model/json.ts';
import type { FaultState } from './faults.ts';
import { playFault } from './play-fault.ts';
import type { ResponseUrls } from './response-urls.ts';
import { ApiError } from './web-api/api-error.ts';
import { parseBody } from './web-api/args.ts';
import type { ApiAnswer, Dispatcher } from './web-api/dispatch.ts';
import { uploadedBytes } from './web-api/upload-body.ts';
import type { Files } from './workspace/files.ts';
import type { Clock } from './workspace/ids.ts';

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpServerOptions {
  readonly port?: number | undefined;
  readonly dispatch: Dispatcher;
  readonly responseUrls: ResponseUrls;
  readonly files: Files;
  readonly faults: FaultState;
  /** What its answers are dated by. */
  readonly clock: Clock;
  readonly onUpgrade: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

const HOST = '127.0.0.1';

/** Slack's front: `/api/METHOD`, response URLs, uploads and downloads, and the upgrade to Socket Mode. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer((request, response) => {
    respond(options, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    options.onUpgrade(request, socket, head),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${port}`, close: () => closed(server) };
}

async function respond(options: HttpServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, area = '', name = ''] = pathname.split('/');
  const body = await bodyOf(request);
  response.setHeader('date', options.clock.now().toUTCString());
  const isResponseUrl = area === 'actions' || area === 'commands';
  const fault = options.faults.isOut
    ? ({ kind: 'status', code: 503 } as const)
    : options.faults.take(isResponseUrl ? 'response_url' : name);
  if (await playFault(fault, response)) return;
  const answer = answerTo(options, { area, name, body, request });
  if (fault?.kind === 'lost-answer') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (fault?.kind === 'no-answer') return;
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

interface Request {
  readonly area: string;
  readonly name: string;
  readonly body: Buffer;
  readonly request: IncomingMessage;
}

function answerTo(options: HttpServerOptions, { area, name, body, request }: Request): Answer {
  const contentType = request.headers['content-type'] ?? '';
  switch (area) {
    case 'api':
      return jsonAnswer(callApi(options, name, contentType, body, request.headers.authorization));
    case 'commands':
    case 'actions': {
      const { status, body: text } = options.responseUrls.post(name, parsedJson(body));
      return { status, headers: { 'content-type': 'text/plain' }, body: text };
    }
    case 'upload':
      options.files.store(name, uploadedBytes(contentType, body));
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: `OK - ${body.length}` };
    case 'files': {
      const content = options.files.find(name)?.content;
      if (content) return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: content };
      return { status: 404, headers: {}, body: 'not found' };
    }
    default:
      return { status: 404, headers: {}, body: 'not found' };
  }
}

function callApi(
  { dispatch }: HttpServerOptions,
  method: string,
  contentType: string,
  body: Buffer,
  authorization: string | undefined,
): ApiAnswer {
  try {
    return dispatch({ method, authorization, body: parseBody(contentType, body.toString('utf8')) });
  } catch (error) {
    if (error instanceof ApiError) return { status: 200, json: { ok: false, error: error.error } };
    throw error;
  }
}

function jsonAnswer({ status, retryAfterSeconds, scopes, json }: ApiAnswer): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(scopes && { 'x-oauth-scopes': scopes.join(',') }),
    },
    body: JSON.stringify(json),
  };
}

function parsedJson(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    return null;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await done;
}
