import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { type FaultEffect, type Faults, makeFaults, playFault, sendTruncated } from '../cluster/faults.ts';
import { requestTooLarge } from '../cluster/objects/status-errors.ts';
import { ApiStatusError, type ClusterModel, type WorldClock } from '../cluster/types.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { type AccessGrant, fullAccess, readOnlyAccess } from './grants.ts';
import { makeHandler } from './handler.ts';
import { type ApiAnswer, type ApiRequest, json } from './http.ts';
import { statusObject, unauthorized } from './status.ts';
import { makeWatchLog } from './watch-log.ts';

export interface KubernetesApiOptions {
  readonly model: ClusterModel;
  readonly token: string;
  /** May read everything and write nothing. */
  readonly readOnlyToken?: string;
  /** Further tokens, each with what it may do. */
  readonly grants?: readonly AccessGrant[];
  /** 0, any free one, when left out. */
  readonly port?: number;
  /**
   * A certificate of one's own, or none at all. Left out: a new self-signed one. kubectl sends no token over plain HTTP.
   */
  readonly tls?: Certificate | false;
  /** For ages in tables, and the date of every answer. */
  readonly clock: WorldClock;
}

/** What was asked, by whom; what was sent along is in the URL only. */
interface LoggedRequest {
  readonly user: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
}

export interface KubernetesApi {
  readonly url: string;
  readonly faults: Faults;
  /** Of everybody who was logged in, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** For the full token, or for another one. */
  kubeconfig(token?: string): string;
  close(): Promise<void>;
}

/** The real server compresses answers from this size on. */
const COMPRESSED_FROM_BYTES = 128 * 1024;
const MAX_REQUEST_BYTES = 3 * 1024 * 1024;
const MAX_LOGGED = 100_000;

export async function startKubernetesApi(options: KubernetesApiOptions): Promise<KubernetesApi> {
  const { model, token, readOnlyToken, port = 0, clock } = options;
  const grants = [
    fullAccess(token),
    ...(readOnlyToken === undefined ? [] : [readOnlyAccess(readOnlyToken)]),
    ...(options.grants ?? []),
  ];
  const certificate = options.tls === false ? undefined : (options.tls ?? makeCertificate());
  const faults = makeFaults();
  const requests: LoggedRequest[] = [];
  const log = makeWatchLog(model);
  const handle = makeHandler({ model, log, now: () => clock.now() });

  const answer: RequestListener = (message, response) => void respond(message, response);

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://localhost');
    const fault = faults.take(message.method ?? 'GET', url.pathname);
    const warnings: string[] = [];
    response.setHeader('date', clock.now().toUTCString());
    try {
      if (await playFault(fault, response)) return;
      const presented = (message.headers.authorization ?? '').replace(/^Bearer /, '');
      const grant = grants.find((candidate) => candidate.token === presented);
      if (!grant) throw unauthorized();
      const { method = 'GET', url: asked = '/' } = message;
      if (requests.length < MAX_LOGGED) requests.push({ user: grant.user, method, url: asked });
      const request = await readRequest(message, url, grant, warnings);
      const result = handle(request);
      if (warnings.length > 0)
        response.setHeader(
          'warning',
          warnings.map((text) => `299 - ${JSON.stringify(text)}`),
        );
      send(message, response, result, fault);
    } catch (error) {
      send(message, response, refusal(error), fault);
    }
  }

  const server = certificate
    ? createHttpsServer({ key: certificate.key, cert: certificate.cert }, answer)
    : createHttpServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}`;

  return {
    url,
    faults,
    requests,
    kubeconfig: (shown = token) => kubeconfigFor(url, shown, certificate),
    close() {
      log.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function readRequest(
  message: IncomingMessage,
  url: URL,
  grant: AccessGrant,
  warnings: string[],
): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_REQUEST_BYTES) chunks.push(chunk);
  }
  if (length > MAX_REQUEST_BYTES) throw requestTooLarge(MAX_REQUEST_BYTES);
  return {
    method: message.method ?? 'GET',
    path: url.pathname.replace(/(.)\/$/, '$1'),
    query: url.searchParams,
    accept: message.headers.accept ?? '',
    contentType: message.headers['content-type'] ?? '',
    userAgent: message.headers['user-agent'] ?? '',
    grant,
    body: Buffer.concat(chunks),
    warn: (message) => warnings.push(message),
  };
}

function refusal(error: unknown): ApiAnswer {
  const status =
    error instanceof ApiStatusError
      ? error
      : new ApiStatusError(500, 'InternalError', `Internal error occurred: ${String(error)}`);
  return json(statusObject(status), status.code);
}

function send(
  message: IncomingMessage,
  response: ServerResponse,
  answer: ApiAnswer,
  fault: FaultEffect | undefined,
): void {
  if (response.destroyed || response.headersSent) return;
  if (answer.kind === 'stream') {
    response.writeHead(200, { 'content-type': answer.contentType, 'cache-control': 'no-cache, private' });
    response.flushHeaders();
    answer.open({
      write: (text) => response.write(text),
      end: () => response.end(),
      onClose: (listener) => response.on('close', listener),
    });
    if (fault?.kind === 'truncate') response.destroy();
    return;
  }
  const contentType = answer.contentType ?? (answer.kind === 'json' ? 'application/json' : 'text/plain');
  const body = Buffer.from(answer.kind === 'json' ? JSON.stringify(answer.body) : answer.body);
  if (fault?.kind === 'truncate') {
    sendTruncated(response, answer.status, contentType, body);
    return;
  }
  const isCompressed =
    body.length >= COMPRESSED_FROM_BYTES && String(message.headers['accept-encoding']).includes('gzip');
  response.writeHead(answer.status, {
    'content-type': contentType,
    'cache-control': 'no-cache, private',
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(isCompressed ? gzipSync(body, { level: 1 }) : body);
}

function kubeconfigFor(server: string, token: string, certificate: Certificate | undefined): string {
  const trust = certificate
    ? { 'certificate-authority-data': Buffer.from(certificate.cert).toString('base64') }
    : { 'insecure-skip-tls-verify': true };
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'demo',
    clusters: [{ name: 'demo', cluster: { server, ...trust } }],
    users: [{ name: 'demo', user: { token } }],
    contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'demo' } }],
  });
}
