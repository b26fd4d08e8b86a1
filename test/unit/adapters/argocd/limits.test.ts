import { describe, expect, it } from 'vitest';
import { MAX_ANSWER_BYTES, MAX_ITEM_BYTES } from '../../../../src/adapters/argocd/limits.ts';
import { NotAllowedError, RejectedError } from '../../../../src/core/model/errors.ts';
import { answerEndlessly, type EndlessAnswer, type EndlessOptions } from '../../../support/endless-answer.ts';
import { connect, failureOf, shop } from './client-under-test.ts';
import { type Answer, startServer } from './fake-server.ts';

/** What stands between a writer and a reader on one machine: sockets, streams, a packer. */
const IN_FLIGHT = 32 * 1024 * 1024;

function endless(options: EndlessOptions) {
  const answers: EndlessAnswer[] = [];
  const answer: Answer = (response) => void answers.push(answerEndlessly(response, options));
  return { answer, answers };
}

const LIST = '{"metadata":{},"items":[{"metadata":{"name":"';

describe('an answer that does not end', () => {
  it.each<[string, EndlessOptions, number, (client: ReturnType<typeof connect>) => Promise<unknown>]>([
    ['plain', {}, MAX_ANSWER_BYTES, ({ reader }) => reader.managedResources(shop)],
    ['packed', { isPacked: true }, Number.POSITIVE_INFINITY, ({ reader }) => reader.managedResources(shop)],
    ['one app of a list', { head: LIST }, MAX_ITEM_BYTES, ({ reader }) => Array.fromAsync(reader.listApps({}))],
    [
      'one app of a packed list',
      { head: LIST, isPacked: true },
      MAX_ITEM_BYTES + 512 * 1024 * 1024,
      ({ reader }) => Array.fromAsync(reader.listApps({})),
    ],
    ['what is around a list', { head: '{"x":"' }, MAX_ITEM_BYTES, ({ reader }) => Array.fromAsync(reader.listApps({}))],
    ['one line of a watch', {}, MAX_ITEM_BYTES, ({ reader }) => Array.fromAsync(reader.watchApps({}))],
  ])('is one error and is not read on: %s', async (_, options, most, ask) => {
    const { answer, answers } = endless(options);
    await using server = await startServer([answer]);
    const error = await failureOf(ask(connect(server.url)));
    expect(error).toBeInstanceOf(RejectedError);
    expect(error).toMatchObject({ code: 'argocd.answer-too-large' });
    expect(error.message).toMatch(/^Argo CD test at \S+ sent more than \d+ MiB in one answer/);
    expect(error.hint).not.toBe('');
    expect(answers).toHaveLength(1);
    expect(await answers[0]?.sent).toBeLessThan(most + IN_FLIGHT);
  });

  it.each([false, true])('counts by its beginning when it refuses (packed: %s)', async (isPacked) => {
    const { answer, answers } = endless({ status: 403, head: 'no ', isPacked });
    await using server = await startServer([answer]);
    const error = await failureOf(connect(server.url).reader.version());
    expect(error).toBeInstanceOf(NotAllowedError);
    expect(error.message.length).toBeLessThan(1000);
    expect(await answers[0]?.sent).toBeLessThan(isPacked ? Number.POSITIVE_INFINITY : IN_FLIGHT);
  });

  it('of an accepted write is not read', async () => {
    const { answer, answers } = endless({});
    const app: Answer = (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ metadata: { name: 'shop', namespace: 'argocd' }, spec: { project: 'p' }, status: {} }));
    };
    await using server = await startServer([answer, app]);
    await connect(server.url).writer.terminate(shop);
    expect(await answers[0]?.sent).toBeLessThan(IN_FLIGHT);
  });
});

describe('a list', () => {
  it('with many lists beside its items is read once', async () => {
    const beside = Array.from({ length: 50_000 }, (_, index) => `"x${index}":[]`).join(',');
    const answer: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{${beside},"metadata":{},"items":[]}`);
    };
    await using server = await startServer([answer]);
    expect(await Array.fromAsync(connect(server.url).reader.listApps({}))).toEqual([]);
  });
});
