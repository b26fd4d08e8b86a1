import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Json } from '../../../src/core/model/json.ts';
import type { Backend } from '../backend.ts';
import { invalidArgument, unauthenticated } from './errors.ts';
import type { Session } from './session.ts';

export interface Call {
  readonly backend: Backend;
  readonly session: Session | undefined;
  /** Named groups of the route, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly request: IncomingMessage;
}

/** Lines of a stream; `start` gets a writer and returns how to stop. */
export interface StreamAnswer {
  readonly stream: (write: (line: object) => void, end: () => void) => () => void;
}

export type Answer = { readonly json: Json | object } | StreamAnswer;

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Anonymous callers are answered too. */
  readonly isPublic?: boolean;
  readonly isStream?: boolean;
  handle(call: Call): Answer | Promise<Answer>;
}

export function needSession({ session }: Call): Session {
  if (!session) throw unauthenticated('no session information');
  return session;
}

export function jsonBody(call: Call): Json {
  try {
    return JSON.parse(call.body === '' ? '{}' : call.body) as Json;
  } catch {
    throw invalidArgument('invalid character in request body');
  }
}

const GZIP_FROM = 1024;

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
): void {
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.setHeader('content-type', type);
  if (!acceptsGzip || text.length < GZIP_FROM) {
    response.writeHead(status).end(text);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.setHeader('vary', 'Accept-Encoding');
  response.writeHead(status).end(gzipSync(text));
}

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object | Json,
): void {
  sendText(request, response, status, 'application/json', JSON.stringify(body));
}
