import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../src/adapters/kubernetes/api.ts';
import { RawObject } from '../../../../src/adapters/kubernetes/schema.ts';
import {
  NotAllowedError,
  NotFoundError,
  RejectedError,
  StaleError,
  UnavailableError,
} from '../../../../src/core/model/errors.ts';
import { type Answer, anApi, startApiServer, status } from './api-server.ts';

const READ: Call = { method: 'GET', path: '/api/v1/pods', isRepeatable: true };
const WRITE: Call = { method: 'DELETE', path: '/api/v1/pods/a', isRepeatable: false, body: {} };

async function failure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('one answer', () => {
  it('comes back as it was on the wire', async () => {
    const body = { metadata: { creationTimestamp: '2026-01-02T03:04:05Z', futureField: { a: [1, null] } } };
    const server = await startApiServer(() => ({ json: body }));
    expect(await anApi(server.url).json(READ, RawObject)).toEqual(body);
    expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer t', accept: 'application/json' });
  });

  it('is unpacked', async () => {
    const bytes = gzipSync('{"kind":"Pod"}');
    const server = await startApiServer(() => ({ bytes, headers: { 'content-encoding': 'gzip' } }));
    expect(await anApi(server.url).json(READ, RawObject)).toEqual({ kind: 'Pod' });
  });

  it('leaves parameters out that are not given', async () => {
    const server = await startApiServer(() => ({}));
    await anApi(server.url).text({ ...READ, query: { limit: 5, continue: undefined, labelSelector: 'a in (b,c)' } });
    expect([...(server.seen[0]?.query ?? [])]).toEqual([
      ['limit', '5'],
      ['labelSelector', 'a in (b,c)'],
    ]);
  });

  it('shares its connection with those that follow', async () => {
    const server = await startApiServer(() => ({}));
    const api = anApi(server.url);
    for (let index = 0; index < 20; index += 1) await api.text(READ);
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

describe('a refusal', () => {
  it.each([
    [status(400, 'BadRequest'), RejectedError, 'kubernetes.bad-request'],
    [status(401, 'Unauthorized'), NotAllowedError, 'kubernetes.unauthorized'],
    [status(403, 'Forbidden'), NotAllowedError, 'kubernetes.forbidden'],
    [status(404, 'NotFound'), NotFoundError, 'kubernetes.not-found'],
    [status(409, 'Conflict'), StaleError, 'kubernetes.conflict'],
    [status(409, 'AlreadyExists'), StaleError, 'kubernetes.exists'],
    [status(410, 'Expired'), UnavailableError, 'kubernetes.expired'],
    [status(422, 'Invalid'), RejectedError, 'kubernetes.invalid'],
    [
      { status: 400, text: 'Client sent an HTTP request to an HTTPS server.' } as Answer,
      UnavailableError,
      'kubernetes.garbage',
    ],
    [{ status: 403, text: '<html>' } as Answer, NotAllowedError, 'kubernetes.forbidden'],
    [status(415, 'UnsupportedMediaType'), RejectedError, 'kubernetes.unsupported-media-type'],
    [{ status: 302, text: '' } as Answer, UnavailableError, 'kubernetes.garbage'],
  ])('%o becomes one of our errors with an instruction', async (answer, kind, code) => {
    const server = await startApiServer(() => answer);
    const error = await failure(anApi(server.url).text(WRITE));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code, message: expect.stringContaining('prod') as string });
    expect((error as RejectedError).hint).not.toBe('');
  });

  it('is shown redacted and short', async () => {
    const message = `bad value "password: hunter2hunter2" ${'x'.repeat(5000)}`;
    const server = await startApiServer(() => status(422, 'Invalid', { message }));
    const error = (await failure(anApi(server.url).text(READ))) as RejectedError;
    expect(error.message).not.toContain('hunter2');
    expect(error.message.length).toBeLessThan(700);
  });

  it('of the credentials is followed by one try with fresh ones, even for a write', async () => {
    const server = await startApiServer((_, nth) => (nth === 1 ? status(401, 'Unauthorized') : {}));
    let rejected = 0;
    const api = anApi(server.url, {
      access: {
        reject: () => {
          rejected += 1;
        },
      },
    });
    await api.text(WRITE);
    expect([rejected, server.seen.length]).toEqual([1, 2]);
  });
});

describe('trouble that passes', () => {
  it.each([
    ['429', status(429, 'TooManyRequests')],
    ['500', status(500, 'InternalError')],
    ['503 of a proxy', { status: 503, text: '<html>' } as Answer],
    ['a reset', 'reset' as Answer],
    ['half an answer', { text: '{"items": [' } as Answer],
  ])('%s: a read tries again', async (_, trouble) => {
    const server = await startApiServer((_request, nth) => (nth < 3 ? trouble : { json: { kind: 'Pod' } }));
    expect(await anApi(server.url).json(READ, RawObject)).toEqual({ kind: 'Pod' });
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['429', status(429, 'TooManyRequests'), 'kubernetes.too-many-requests'],
    ['500', status(500, 'InternalError'), 'kubernetes.internal-error'],
    ['a reset', 'reset' as Answer, 'kubernetes.reset'],
  ])('%s: a write is never sent again', async (_, trouble, code) => {
    const server = await startApiServer(() => trouble);
    expect(await failure(anApi(server.url).text(WRITE))).toMatchObject({ code, retry: true });
    expect(server.seen).toHaveLength(1);
  });

  it('ends after four attempts', async () => {
    const server = await startApiServer(() => status(503, 'ServiceUnavailable'));
    expect(await failure(anApi(server.url).text(READ))).toBeInstanceOf(UnavailableError);
    expect(server.seen).toHaveLength(4);
  });

  it('waits as long as Retry-After says', async () => {
    const slow: Answer = { status: 429, headers: { 'retry-after': '1' } };
    const server = await startApiServer((_, nth) => (nth === 1 ? slow : {}));
    const started = performance.now();
    await anApi(server.url).text(READ);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it('hands a long Retry-After to the caller', async () => {
    const server = await startApiServer(() => ({ status: 429, headers: { 'retry-after': '120' } }));
    expect(await failure(anApi(server.url).text(READ))).toMatchObject({ retryAfter: 120_000 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('no answer', () => {
  it.each<[string, Answer]>([
    ['nothing comes', 'hang'],
    ['the rest does not come', 'stall'],
  ])('ends at the timeout, once: %s', async (_, answer) => {
    const server = await startApiServer(() => answer);
    const error = await failure(anApi(server.url, { timeoutMs: 80 }).text(READ));
    expect(error).toMatchObject({ code: 'kubernetes.timeout', retry: true });
    expect(server.seen).toHaveLength(1);
  });

  it('ends with the reason of the signal', async () => {
    const server = await startApiServer(() => 'hang');
    const reason = new Error('Ctrl-C');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    expect(await failure(anApi(server.url).text(READ, controller))).toBe(reason);
  });

  it('is not even asked for when the signal has aborted', async () => {
    const server = await startApiServer(() => ({}));
    await failure(anApi(server.url).text(READ, { signal: AbortSignal.abort() }));
    expect(server.seen).toHaveLength(0);
  });

  it('stops waiting for the next attempt when the signal aborts', async () => {
    const server = await startApiServer(() => ({ status: 429, headers: { 'retry-after': '5' } }));
    const signal = AbortSignal.timeout(50);
    expect(await failure(anApi(server.url).text(READ, { signal }))).toBe(signal.reason);
  });

  it('says that nobody listens, and may repeat a write then', async () => {
    const error = await failure(anApi('http://127.0.0.1:1').text(WRITE));
    expect(error).toMatchObject({ code: 'kubernetes.unreachable', retry: true });
  });

  it('tells whoever writes to look first', async () => {
    const server = await startApiServer(() => 'hang');
    const error = await failure(anApi(server.url, { timeoutMs: 50 }).text(WRITE));
    expect(error).toMatchObject({ hint: expect.stringContaining('read the object') as string });
  });

  it('says that a page is not Kubernetes', async () => {
    const server = await startApiServer(() => ({ text: '<html>Sign in</html>' }));
    expect(await failure(anApi(server.url).json(READ, RawObject))).toMatchObject({ code: 'kubernetes.garbage' });
  });
});
