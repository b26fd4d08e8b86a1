import type { Dispatcher } from 'undici';
import { defined } from '../../core/model/defined.ts';
import { BotError, UnavailableError } from '../../core/model/errors.ts';
import type { Json } from '../../core/model/json.ts';
import type { Address } from './address.ts';
import { bytesOf, readRefusal, readText } from './body.ts';
import { errorFor, parseRefusal, parseStreamError, type Refusal, type Speaker } from './errors.ts';
import { TooLarge } from './limits.ts';
import { readLines } from './ndjson.ts';
import { brokenAnswer, foreignAnswer, networkError, outcomeUnknown, timeoutError, tooLarge } from './network-errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { parseRetryAfter, withRestarts, withRetries } from './retry.ts';
import { encodeQuery, type Query } from './routes.ts';
import { splitItems } from './split-items.ts';
import type { Timing } from './timing.ts';

interface Call {
  readonly path: string;
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
  /** For answers that Argo CD works for: a refresh, a render. */
  readonly timeoutMs?: number;
}

interface Write extends Call {
  readonly method: 'POST' | 'DELETE';
  readonly body?: Json;
}

interface ListCall<T> extends Call {
  readonly read: (item: unknown) => T;
  /** Tells an item from the others, should the list have to start again. */
  readonly keyOf: (item: T) => string;
  /** What is left of the answer without its items. @throws if that is not a list. */
  readonly check: (envelope: unknown) => void;
}

/** HTTP with one credential. Throws what core/model/errors.ts has, or the signal's reason. */
export interface Http {
  /** JSON of a read, tried again where that may help. */
  get(call: Call): Promise<unknown>;
  /** When the server says it answered; undefined: it does not say. */
  timeOf(call: Call): Promise<Date | undefined>;
  /** The objects in the answer's `items`, as they arrive. Tried again from the start where that may help: each comes once. */
  getItems<T>(call: ListCall<T>): AsyncGenerator<T>;
  /** A finite NDJSON answer, tried again as a whole. */
  getLines(call: Call): Promise<readonly unknown[]>;
  /** NDJSON as it comes. Ends with the signal, with the connection, or after `idleMs` of silence. */
  follow(call: Call & { readonly idleMs: number }): AsyncGenerator<unknown>;
  /** Sent once. */
  write(call: Write): Promise<void>;
}

export interface HttpOptions {
  readonly dispatcher: Dispatcher;
  readonly address: Address;
  readonly token: string;
  readonly speaker: Speaker;
  readonly limit: RateLimit;
  readonly timing: Timing;
  readonly timeoutMs: number;
}

const GATEWAY_LOST_IT = new Set([408, 502, 504]);

export function makeHttp({ dispatcher, address, token, speaker, limit, timing, timeoutMs }: HttpOptions): Http {
  function open(
    { path, query = {} }: Call,
    options: Pick<Dispatcher.RequestOptions, 'method' | 'signal'> & { body?: string; encoding: 'gzip' | 'identity' },
  ): Promise<Dispatcher.ResponseData> {
    const { encoding, ...rest } = options;
    return dispatcher.request({
      ...rest,
      origin: address.origin,
      path: `${address.prefix}${path}${encodeQuery(query)}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'accept-encoding': encoding,
        // Exactly this, without a charset and on DELETE too, or Argo CD answers 415 (docs/facts.md#content-type).
        ...(options.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
    });
  }

  /** Runs one exchange within its time and translates what the network throws; the caller's own abort passes as it is. */
  async function inTime<T>(call: Call, exchange: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await limit.take(call.signal);
    const allowed = call.timeoutMs ?? timeoutMs;
    const deadline = AbortSignal.timeout(allowed);
    try {
      return await exchange(call.signal ? AbortSignal.any([call.signal, deadline]) : deadline);
    } catch (error) {
      call.signal?.throwIfAborted();
      if (deadline.aborted) throw timeoutError(allowed, speaker);
      throw translated(error);
    }
  }

  function translated(error: unknown): BotError {
    if (error instanceof BotError) return error;
    return error instanceof TooLarge ? tooLarge(error, speaker) : networkError(error, speaker);
  }

  function read<T>(call: Call, parse: (text: string, response: Dispatcher.ResponseData) => T): Promise<T> {
    const attempt = () =>
      inTime(call, async (signal) => {
        const response = await open(call, { method: 'GET', signal, encoding: 'gzip' });
        if (response.statusCode !== 200) throw errorFor(refusalOf(response, await readRefusal(response)), speaker);
        const text = await readText(response);
        return parseAnswer(response, () => parse(text, response));
      });
    return withRetries(attempt, { timing, signal: call.signal });
  }

  function parseAnswer<T>({ headers }: Dispatcher.ResponseData, parse: () => T): T {
    if (String(headers['content-type']).includes('html')) throw foreignAnswer('a web page', speaker);
    try {
      return parse();
    } catch (error) {
      throw error instanceof BotError ? error : brokenAnswer(speaker);
    }
  }

  /** Long lists take their time: only silence is held against them. */
  async function* items<T>({ read: readItem, check, ...call }: ListCall<T>): AsyncGenerator<T> {
    const allowed = call.timeoutMs ?? timeoutMs;
    const silence = new AbortController();
    const signal = call.signal ? AbortSignal.any([call.signal, silence.signal]) : silence.signal;
    const arm = () => setTimeout(() => silence.abort(), allowed);
    await limit.take(call.signal);
    let timer = arm();
    let parts: ReturnType<typeof splitItems> | undefined;
    async function* heard(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        clearTimeout(timer);
        yield chunk;
        timer = arm();
      }
    }
    try {
      const response = await open(call, { method: 'GET', signal, encoding: 'gzip' });
      if (response.statusCode !== 200) throw errorFor(refusalOf(response, await readRefusal(response)), speaker);
      parts = splitItems(heard(bytesOf(response)));
      for (let part = await parts.next(); ; part = await parts.next()) {
        const value = parseAnswer(response, (): unknown => JSON.parse(part.value));
        if (part.done) return check(value);
        signal.throwIfAborted();
        yield readItem(value);
      }
    } catch (error) {
      call.signal?.throwIfAborted();
      if (silence.signal.aborted) throw timeoutError(allowed, speaker);
      throw translated(error);
    } finally {
      clearTimeout(timer);
      // whoever stops early leaves no connection behind
      await parts?.return('');
    }
  }

  function parseLine(line: string): unknown {
    const value: unknown = JSON.parse(line);
    const refusal = parseStreamError(value);
    if (refusal) throw errorFor(refusal, speaker);
    return value;
  }

  async function* follow({ idleMs, ...call }: Call & { readonly idleMs: number }): AsyncGenerator<unknown> {
    const idle = new AbortController();
    const arm = () => setTimeout(() => idle.abort(), idleMs);
    const signal = call.signal ? AbortSignal.any([call.signal, idle.signal]) : idle.signal;
    let hasBegun = false;
    let timer: NodeJS.Timeout | undefined;
    try {
      await limit.take(call.signal);
      timer = arm();
      // Not gzip: a compressor holds lines back. Argo CD sends even the headers only with the first event.
      const response = await open(call, { method: 'GET', signal, encoding: 'identity' });
      if (response.statusCode !== 200) throw errorFor(refusalOf(response, await readRefusal(response)), speaker);
      hasBegun = true;
      for await (const line of readLines(response.body)) {
        clearTimeout(timer);
        yield parseLine(line);
        if (signal.aborted) return;
        timer = arm();
      }
    } catch (error) {
      if (signal.aborted) return;
      // a stream that breaks off just ends: whoever follows it begins again
      if (!hasBegun || error instanceof BotError || error instanceof TooLarge) throw translated(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function write({ method, body, ...call }: Write): Promise<void> {
    const refusal = await inTime(call, async (signal) => {
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await open(call, { method, signal, encoding: 'gzip', ...text });
      if (response.statusCode < 200 || response.statusCode >= 300)
        return refusalOf(response, await readRefusal(response));
      // Accepted: what happens to the rest of the answer does not undo it, and dump() does not tell.
      await response.body.dump();
      return undefined;
    }).catch((error: unknown) => {
      throw error instanceof UnavailableError ? outcomeUnknown(error, speaker) : error;
    });
    if (refusal === undefined) return;
    const error = errorFor(refusal, speaker);
    throw error instanceof UnavailableError && GATEWAY_LOST_IT.has(refusal.status)
      ? outcomeUnknown(error, speaker)
      : error;
  }

  return {
    get: (call) => read(call, (text): unknown => JSON.parse(text)),
    timeOf: (call) => read(call, (_text, { headers }) => parseTime(single(headers.date))),
    getItems: (call) => withRestarts(() => items(call), call.keyOf, { timing, signal: call.signal }),
    getLines: (call) => read(call, (text) => text.split('\n').filter(isFilled).map(parseLine)),
    follow,
    write,
  };
}

function refusalOf({ statusCode, headers }: Dispatcher.ResponseData, text: string): Refusal {
  const retryAfter = parseRetryAfter(single(headers['retry-after']), single(headers.date));
  const location = single(headers.location);
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== undefined;
  return {
    ...parseRefusal(statusCode, isRedirect ? (URL.parse(location)?.origin ?? location) : text),
    ...defined({ retryAfter }),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function parseTime(header: string | undefined): Date | undefined {
  const time = new Date(header ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}
