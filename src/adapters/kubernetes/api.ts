import { type Dispatcher, request } from 'undici';
import type { z } from 'zod';
import { defined } from '../../core/model/defined.ts';
import { UnavailableError } from '../../core/model/errors.ts';
import type { Json } from '../../core/model/json.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Access, Entry } from './access.ts';
import { readBody, TooLarge } from './body.ts';
import { errorFor, notUnderstood, tooLarge } from './errors.ts';
import { type Failure, networkFailure } from './network-failure.ts';
import { makeRateLimit, pause } from './rate-limit.ts';
import { isTransient, parseRetryAfter, pauseAfter } from './retry.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Json;
  readonly contentType?: string;
  readonly accept?: string;
  /** Sending it twice is the same as once: reads, reviews, dry runs. Nothing else is sent again once it may have arrived. */
  readonly isRepeatable: boolean;
}

export interface Api {
  readonly cluster: string;
  /** @throws every error of core/model/errors.ts except UsageError; the signal's reason when it aborts. */
  json<T>(call: Call, shape: z.ZodType<T>, options?: CallOptions): Promise<T>;
  text(call: Call, options?: CallOptions): Promise<string>;
  /** When the server says it answered; undefined: it does not say. */
  timeOf(call: Call, options?: CallOptions): Promise<Date | undefined>;
}

export interface ApiSettings {
  readonly cluster: string;
  readonly access: Access;
  readonly requestsPerSecond: number;
  /** Of one attempt, from logging in to the last byte read. */
  readonly timeoutMs: number;
  readonly random?: () => number;
}

type Outcome<T> = { readonly value: T } | { readonly failure: Failure };

/** JSON in and out over one pool. What is on the wire is what is returned: no field is dropped, no date parsed. */
export function makeApi({ cluster, access, requestsPerSecond, timeoutMs, random = Math.random }: ApiSettings): Api {
  const limit = makeRateLimit(requestsPerSecond);

  async function attempt<T>(
    call: Call,
    read: (text: string, response: Dispatcher.ResponseData) => T,
    signal?: AbortSignal,
  ): Promise<Outcome<T>> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let entry: Entry | undefined;
    let response: Dispatcher.ResponseData;
    let text: string;
    try {
      entry = await access.entry(either);
      response = await request(urlOf(entry.server, call), {
        dispatcher: entry.dispatcher,
        method: call.method,
        headers: headersOf(call, entry),
        body: call.body === undefined ? null : JSON.stringify(call.body),
        signal: either,
      });
      text = await readBody(response);
    } catch (thrown) {
      signal?.throwIfAborted();
      const { isRepeatable } = call;
      if (thrown instanceof TooLarge)
        return { failure: { error: tooLarge(cluster, isRepeatable), neverSent: false, passes: false } };
      return { failure: networkFailure(thrown, { cluster, isRepeatable, isTimeout: timeout.aborted }) };
    }
    const { statusCode: status } = response;
    if (status === 401) access.reject(entry);
    if (status >= 300) return { failure: refusal(cluster, status, text, headerOf(response, 'retry-after')) };
    try {
      return { value: read(text, response) };
    } catch (thrown) {
      return { failure: { error: notUnderstood(cluster, thrown), neverSent: false, passes: true } };
    }
  }

  async function send<T>(
    call: Call,
    read: (text: string, response: Dispatcher.ResponseData) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    let isRenewed = false;
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted();
      await limit.wait(signal);
      const outcome = await attempt(call, read, signal);
      if ('value' in outcome) return outcome.value;
      const { error, passes, neverSent } = outcome.failure;
      if (error.code === UNAUTHORIZED && !isRenewed) {
        isRenewed = true;
        continue;
      }
      const retryAfter = error instanceof UnavailableError ? error.retryAfter : undefined;
      const mayRepeat = passes && (call.isRepeatable || neverSent);
      const wait = mayRepeat ? pauseAfter(attempts, retryAfter, random) : undefined;
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
  }

  return {
    cluster,
    json: (call, shape, options) => send(call, (text) => shape.parse(JSON.parse(text)), options?.signal),
    text: (call, options) => send(call, (text) => text, options?.signal),
    timeOf: (call, options) => send(call, (_text, response) => parseTime(headerOf(response, 'date')), options?.signal),
  };
}

/** The API server looked at the credentials and at nothing else: even a write may be sent again. */
const UNAUTHORIZED = 'kubernetes.unauthorized';

function refusal(cluster: string, status: number, body: string, retryAfterHeader: string | undefined): Failure {
  const retryAfter = parseRetryAfter(retryAfterHeader, Date.now());
  const error = errorFor({ cluster, status, body, ...defined({ retryAfter }) });
  return { error, neverSent: false, passes: isTransient(status) };
}

function urlOf(server: string, { path, query = {} }: Call): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) parameters.set(key, String(value));
  return `${server}${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`;
}

function headersOf(call: Call, { headers }: Entry): Record<string, string> {
  return {
    ...headers,
    accept: call.accept ?? 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'plumbline',
    ...(call.body === undefined ? {} : { 'content-type': call.contentType ?? 'application/json' }),
  };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function parseTime(header: string | undefined): Date | undefined {
  const time = new Date(header ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}
