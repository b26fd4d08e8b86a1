import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../src/adapters/kubernetes/api.ts';
import { MAX_ANSWER_BYTES } from '../../../../src/adapters/kubernetes/body.ts';
import { makeDiscovery } from '../../../../src/adapters/kubernetes/discovery.ts';
import { makeObjects } from '../../../../src/adapters/kubernetes/objects.ts';
import { RawObject } from '../../../../src/adapters/kubernetes/schema.ts';
import { NotAllowedError, RejectedError, UnavailableError } from '../../../../src/core/model/errors.ts';
import { answerEndlessly, type EndlessAnswer, type EndlessOptions } from '../../../support/endless-answer.ts';
import { type Answer, anApi, startApiServer } from './api-server.ts';

const READ: Call = { method: 'GET', path: '/api/v1/pods', isRepeatable: true };
const WRITE: Call = { method: 'DELETE', path: '/api/v1/pods/a', isRepeatable: false, body: {} };
/** What stands between a writer and a reader on one machine: sockets, streams, a packer. */
const IN_FLIGHT = 32 * 1024 * 1024;
const PATIENT = { timeoutMs: 120_000 };

function endless(options: EndlessOptions): { readonly answer: Answer; readonly answers: readonly EndlessAnswer[] } {
  const answers: EndlessAnswer[] = [];
  return { answer: { writes: (response) => void answers.push(answerEndlessly(response, options)) }, answers };
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('an answer that does not end', () => {
  it('is one error and is not read on', async () => {
    const { answer, answers } = endless({});
    const server = await startApiServer(() => answer);
    const error = await failure(anApi(server.url, PATIENT).json(READ, RawObject));
    expect(error).toBeInstanceOf(RejectedError);
    expect(error).toMatchObject({
      code: 'kubernetes.answer-too-large',
      message: 'Kubernetes cluster prod sent more than 64 MiB in one answer; the rest was not read',
      hint: expect.stringMatching(/^check the server address/),
    });
    expect(answers).toHaveLength(1);
    expect(await answers[0]?.sent).toBeLessThan(MAX_ANSWER_BYTES + IN_FLIGHT);
  });

  it('is unpacked no further than the bound', async () => {
    const { answer, answers } = endless({ isPacked: true });
    const server = await startApiServer(() => answer);
    const error = await failure(anApi(server.url, PATIENT).text(READ));
    expect(error).toMatchObject({ code: 'kubernetes.answer-too-large' });
    expect(answers).toHaveLength(1);
  });

  it('counts by its beginning when it refuses', async () => {
    const { answer, answers } = endless({ status: 403 });
    const server = await startApiServer(() => answer);
    expect(await failure(anApi(server.url, PATIENT).text(READ))).toBeInstanceOf(NotAllowedError);
    expect(await answers[0]?.sent).toBeLessThan(IN_FLIGHT);
  });

  it('leaves a write unknown, and says so', async () => {
    const { answer, answers } = endless({});
    const server = await startApiServer(() => answer);
    const error = await failure(anApi(server.url, PATIENT).json(WRITE, RawObject));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ hint: expect.stringContaining('the write may have arrived') });
    expect(answers).toHaveLength(1);
  });
});

describe('a page that is too large', () => {
  const RESOURCES = { resources: [{ name: 'secrets', kind: 'Secret', namespaced: true }] };

  it('is asked for again with fewer objects, and so are those behind it', async () => {
    const { answer } = endless({ mebibytes: 70 });
    const server = await startApiServer(({ path, query }) => {
      if (path === '/api/v1') return { json: RESOURCES };
      if (Number(query.get('limit')) > 100) return answer;
      const isFirst = query.get('continue') === null;
      return {
        json: {
          metadata: isFirst ? { continue: 'next' } : {},
          items: [{ metadata: { name: isFirst ? 'a' : 'b', namespace: 'x' } }],
        },
      };
    });
    const api = anApi(server.url, PATIENT);
    const objects = makeObjects(
      api,
      makeDiscovery(api, () => 0),
    );
    const found = await objects.all({ group: '', version: 'v1', kind: 'Secret' }, 'x');
    expect(found.map(({ metadata }) => metadata)).toMatchObject([{ name: 'a' }, { name: 'b' }]);
    expect(server.seen.flatMap(({ query }) => query.get('limit') ?? [])).toEqual(['500', '62', '62']);
  });
});
