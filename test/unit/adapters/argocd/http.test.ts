import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RejectedError, UnavailableError } from '../../../../src/core/model/errors.ts';
import { connect, failureOf, shop, TOKEN, WRITE_TOKEN } from './client-under-test.ts';
import { type Answer, hang, json, plain, refusal, reset, startServer, version } from './fake-server.ts';

const unavailable = plain('upstream down', 503);

describe('reads', () => {
  it('carry the token and ask for gzip and JSON', async () => {
    const zipped: Answer = (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync('{"Version":"v3.5.3"}'));
    };
    await using server = await startServer([zipped]);
    expect(await connect(server.url).reader.version()).toBe('v3.5.3');
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'accept-encoding': 'gzip',
      accept: 'application/json',
    });
  });

  it('keep their connections', async () => {
    const ports = new Set<number | undefined>();
    const noted: Answer = (response, request) => {
      ports.add(response.socket?.remotePort);
      version(response, request);
    };
    await using server = await startServer([noted]);
    const { reader } = connect(server.url);
    for (let request = 0; request < 8; request += 1) await reader.version();
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('go below the root path', async () => {
    await using server = await startServer([version]);
    await connect(`${server.url}/tools/argocd/`).reader.version();
    expect(server.received[0]?.path).toBe('/tools/argocd/api/version');
  });

  it.each([
    ['503', unavailable],
    ['a reset', reset],
    ['truncated JSON', plain('{"Version":"v3', 200)],
    [
      'a cut-off body',
      ((response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"Ver', () => response.socket?.destroy());
      }) satisfies Answer,
    ],
    [
      'cut-off gzip',
      ((response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"Version":"v3.5.3"}').subarray(0, 20));
      }) satisfies Answer,
    ],
  ])('try again after %s', async (_, fault) => {
    await using server = await startServer([fault, version]);
    const { reader, slept } = connect(server.url);
    expect(await reader.version()).toBe('v3.5.3+109ca7c');
    expect(server.received).toHaveLength(2);
    expect(slept).toEqual([125]);
  });

  it('wait as long as Retry-After asks', async () => {
    const limited = plain('slow down', 429, { 'retry-after': '7' });
    const until = plain('slow down', 429, {
      'retry-after': 'Mon, 16 Nov 2026 03:00:09 GMT',
      date: 'Mon, 16 Nov 2026 03:00:00 GMT',
    });
    await using server = await startServer([limited, until, version]);
    const { reader, slept } = connect(server.url);
    await reader.version();
    expect(slept).toEqual([7000, 9000]);
  });

  it('do not wait for long: the caller decides', async () => {
    await using server = await startServer([plain('later', 429, { 'retry-after': '600' })]);
    const { reader, slept } = connect(server.url);
    expect(await failureOf(reader.version())).toMatchObject({ code: 'argocd.rate-limited', retryAfter: 600_000 });
    expect(slept).toEqual([]);
  });

  it('give up after three tries, with growing pauses', async () => {
    await using server = await startServer([unavailable]);
    const { reader, slept } = connect(server.url);
    expect(await failureOf(reader.version())).toMatchObject({ code: 'argocd.unavailable', retry: true });
    expect(server.received).toHaveLength(3);
    expect(slept).toEqual([125, 250]);
  });

  it.each([
    ['400', refusal(400, 3, 'no')],
    ['401', refusal(401, 16, 'no session information')],
    ['403', refusal(403, 7, 'permission denied')],
    ['404', refusal(404, 5, 'not found')],
    ['500 with a cause that stays', refusal(500, 2, 'unable to resolve main')],
  ])('do not repeat %s', async (_, answer) => {
    await using server = await startServer([answer]);
    await failureOf(connect(server.url).reader.version());
    expect(server.received).toHaveLength(1);
  });

  it('end after their time, and are not repeated', async () => {
    await using server = await startServer([hang]);
    const error = await failureOf(connect(server.url, { timeoutMs: 50 }).reader.version());
    expect(error).toMatchObject({ code: 'argocd.timeout' });
    expect(error.message).toContain('did not answer within 0.1 s');
    expect(server.received).toHaveLength(1);
  });

  it('end when a body hangs', async () => {
    const half: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"Ver');
    };
    await using server = await startServer([half]);
    const { reader } = connect(server.url, { timeoutMs: 50 });
    expect(await failureOf(reader.version())).toMatchObject({ code: 'argocd.timeout' });
  });

  it('end with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('Ctrl-C');
    const abort: Answer = () => controller.abort(reason);
    await using server = await startServer([abort]);
    const { reader } = connect(server.url);
    expect(await failureOf(reader.version({ signal: controller.signal }))).toBe(reason);
    expect(await failureOf(reader.version({ signal: controller.signal }))).toBe(reason);
    expect(server.received).toHaveLength(1);
  });

  it('recognise a login page', async () => {
    await using server = await startServer([plain('<html>Log in</html>', 200, { 'content-type': 'text/html' })]);
    const error = await failureOf(connect(server.url).reader.version());
    expect(error).toBeInstanceOf(RejectedError);
    expect(error.message).toContain('answered with a web page');
  });

  it('recognise JSON of somebody else', async () => {
    await using server = await startServer([json({ items: 'none' })]);
    const error = await failureOf(Array.fromAsync(connect(server.url).reader.listApps({})));
    expect(error.code).toBe('argocd.not-argocd');
  });

  it('never follow a redirect with the token', async () => {
    const location = 'https://argocd.example.com/api/version?state=private';
    await using server = await startServer([plain('', 307, { location })]);
    const error = await failureOf(connect(server.url).reader.version());
    expect(error.message).toContain('does not follow: https://argocd.example.com (HTTP 307)');
    expect(server.received).toHaveLength(1);
  });

  it('say who refuses connections', async () => {
    const server = await startServer([version]);
    await server[Symbol.asyncDispose]();
    const error = await failureOf(connect(server.url).reader.version());
    expect(error).toMatchObject({ code: 'argocd.refused' });
    expect(error.message).toBe(`Argo CD test at ${server.url} refuses connections.`);
  });

  it('say which name is unknown', async () => {
    const error = await failureOf(connect('argocd.invalid').reader.version());
    expect(error.message).toBe('Argo CD test at https://argocd.invalid has a host name that cannot be resolved.');
  });
});

describe('writes', () => {
  it('send application/json to the letter, on DELETE too', async () => {
    const strict: Answer = (response, request) =>
      (request.headers['content-type'] === 'application/json' ? json({}) : plain('Invalid content type', 415))(
        response,
        request,
      );
    await using server = await startServer([strict]);
    const { writer } = connect(server.url);
    await writer.terminate(shop);
    await writer.rollback(shop, 3);
    expect(server.received.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${WRITE_TOKEN}`);
  });

  it.each([
    ['a reset', reset],
    ['502', plain('bad gateway', 502)],
    ['504', plain('gateway timeout', 504)],
    ['silence', hang],
  ])('are not repeated after %s, and say so', async (_, fault) => {
    await using server = await startServer([fault]);
    const error = await failureOf(connect(server.url, { timeoutMs: 50 }).writer.terminate(shop));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.code).toBe('argocd.outcome-unknown');
    expect(server.received).toHaveLength(1);
  });

  it.each([503, 429])('are not repeated after %i', async (status) => {
    await using server = await startServer([plain('no', status)]);
    await failureOf(connect(server.url).writer.terminate(shop));
    expect(server.received).toHaveLength(1);
  });

  it('end with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('Ctrl-C');
    await using server = await startServer([() => controller.abort(reason)]);
    expect(await failureOf(connect(server.url).writer.terminate(shop, { signal: controller.signal }))).toBe(reason);
  });

  it('succeed once accepted, even if the answer is cut off', async () => {
    const cut: Answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.socket?.destroy());
    };
    await using server = await startServer([cut]);
    await connect(server.url).writer.terminate(shop);
  });
});

describe('tokens', () => {
  it.each([
    ['an answer that repeats it', refusal(401, 16, `invalid session: ${TOKEN} and ${WRITE_TOKEN}`)],
    ['a reset', reset],
    ['a broken answer', plain(`{"token":"${TOKEN}`, 200)],
    ['an unexpected answer', json({ Version: { [TOKEN]: TOKEN } })],
  ])('are in no error, not even in its causes: %s', async (_, answer) => {
    await using server = await startServer([answer]);
    const { reader, writer } = connect(server.url);
    for (const error of [await failureOf(reader.version()), await failureOf(writer.sync(shop, aSync))]) {
      const shown = inspect(error, { depth: 20, showHidden: true });
      expect(shown).not.toContain(TOKEN);
      expect(shown).not.toContain(WRITE_TOKEN);
    }
  });

  it.each(['', ' ', 'two words', 'line\nbreak'])('must be one word: %j', (token) => {
    expect(() => connect('argocd.example.com', { token })).toThrow(/token of Argo CD test is/);
  });
});

const aSync = { resources: [], prune: false, reason: 'test' };
