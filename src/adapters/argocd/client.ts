import { Agent } from 'undici';
import { makeMasker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { ConfigError } from '../../core/model/errors.ts';
import type { ArgoCdReader, ArgoCdRights, ArgoCdWriter } from '../../ports/argocd.ts';
import { type Address, parseAddress } from './address.ts';
import type { Speaker } from './errors.ts';
import { makeHttp } from './http.ts';
import { makeParse } from './parse.ts';
import { makeRateLimit, type RateLimit } from './rate-limit.ts';
import { makeReader } from './reader.ts';
import { realTiming, type Timing } from './timing.ts';
import { makeWriter } from './writer.ts';

export interface ArgoCdOptions {
  /** As configured; it names the instance in every AppRef and in every error. */
  readonly name: string;
  /** Host, host:port or URL. */
  readonly server: string;
  readonly token: string;
  /** A second credential. Without it there is no writer. */
  readonly writeToken?: string;
  /** PEM. The only authority that is trusted then. */
  readonly ca?: string;
  /** Skips the check of the certificate. */
  readonly insecure?: boolean;
  /** Reads and writes together. */
  readonly requestsPerSecond?: number;
  /** Instead of this process's own limit: one that several processes share. */
  readonly limiter?: RateLimit;
  readonly timeoutMs?: number;
  readonly watchIdleMs?: number;
  readonly timing?: Timing;
}

export interface ArgoCd {
  readonly reader: ArgoCdReader;
  readonly writer?: ArgoCdWriter;
  /** Of the second credential. */
  readonly writerRights?: ArgoCdRights;
  /** Waits for requests under way, then closes the connections. End watches first, by their signal. */
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
const CONNECTIONS = 64;
const LONGEST_TEXT = 600;

/** One Argo CD instance: one pool and one rate limit, whatever the credential. */
export function makeArgoCd(options: ArgoCdOptions): ArgoCd {
  const { name, requestsPerSecond = 10, timeoutMs = 30_000, watchIdleMs = 300_000, timing = realTiming } = options;
  const address = parseAddress(options.server);
  const token = checkToken(options.token, name);
  const writeToken = options.writeToken === undefined ? undefined : checkToken(options.writeToken, name);
  const speaker = makeSpeaker(name, address, writeToken === undefined ? [token] : [token, writeToken]);
  const dispatcher = makeAgent(options);
  const limit = options.limiter ?? makeRateLimit(requestsPerSecond, timing);
  const parse = makeParse(speaker);

  function connect(credential: string) {
    const http = makeHttp({ dispatcher, address, token: credential, speaker, limit, timing, timeoutMs });
    return { http, reader: makeReader({ http, parse, server: name, timeoutMs, watchIdleMs }) };
  }

  function writing(credential: string) {
    const { http, reader } = connect(credential);
    return { writer: makeWriter({ http, getApp: reader.getApp }), writerRights: reader };
  }

  return {
    reader: connect(token).reader,
    ...(writeToken === undefined ? {} : writing(writeToken)),
    close: () => dispatcher.close(),
  };
}

function makeAgent({ ca, insecure = false }: ArgoCdOptions): Agent {
  return new Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Each call has a deadline of its own, and a watch may be silent for long.
    headersTimeout: 0,
    bodyTimeout: 0,
    // What Argo CD itself speaks; behind a proxy a lost connection then still means one lost request.
    allowH2: false,
    connect: { timeout: CONNECT_MS, rejectUnauthorized: !insecure, ...defined({ ca }) },
  });
}

/** Tokens are often read from files that end with a newline. */
function checkToken(token: string, name: string): string {
  const trimmed = token.trim();
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw new ConfigError(
    'argocd.token',
    `The token of Argo CD ${name} is ${trimmed === '' ? 'empty' : 'not one word of printable characters'}.`,
    'Give the token as argocd account generate-token prints it.',
  );
}

function makeSpeaker(name: string, { origin, prefix }: Address, tokens: readonly string[]): Speaker {
  return {
    name,
    origin: `${origin}${prefix}`,
    hide(text) {
      const hidden = tokens.reduce((rest, token) => rest.replaceAll(token, '‹token›'), text);
      return makeMasker().text(hidden).slice(0, LONGEST_TEXT);
    },
  };
}
