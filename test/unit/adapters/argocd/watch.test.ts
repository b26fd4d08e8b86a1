import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { AppChange } from '../../../../src/ports/argocd.ts';
import { connect, failureOf } from './client-under-test.ts';
import { type Answer, hang, refusal, startServer } from './fake-server.ts';

function event(type: string, name: string): string {
  const application = { metadata: { name, namespace: 'argocd' }, spec: { project: 'team-a' } };
  return `${JSON.stringify({ result: { type, application } })}\n`;
}

function stream(then: (response: ServerResponse) => void): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    then(response);
  };
}

async function collect(changes: AsyncIterable<AppChange>): Promise<readonly AppChange[]> {
  const collected: AppChange[] = [];
  for await (const change of changes) collected.push(change);
  return collected;
}

const change = (type: AppChange['type'], name: string) => ({
  type,
  ref: { server: 'test', namespace: 'argocd', name },
  project: 'team-a',
  identity: expect.any(String),
});

describe('a watch', () => {
  it('tells changes as they come, however they are cut', async () => {
    const cut = stream((response) => {
      const bytes = Buffer.from(`${event('ADDED', 'shöp')}\n${event('MODIFIED', 'shöp')}${event('DELETED', 'b')}`);
      const middle = bytes.indexOf(0xc3) + 1;
      response.write(bytes.subarray(0, middle));
      setTimeout(() => response.end(bytes.subarray(middle)), 20);
    });
    await using server = await startServer([cut]);
    expect(await collect(connect(server.url).reader.watchApps({ projects: ['team-a'] }))).toEqual([
      change('added', 'shöp'),
      change('modified', 'shöp'),
      change('deleted', 'b'),
    ]);
  });

  it('selects what a scan reads: Argo CD drops events that look the same after the selection', async () => {
    await using server = await startServer([stream((response) => response.end())]);
    await collect(connect(server.url).reader.watchApps({}));
    const fields = server.received[0]?.query.get('fields') ?? '';
    for (const field of ['spec', 'status.resources', 'status.health', 'status.operationState.phase']) {
      expect(fields.split(',')).toContain(`result.application.${field}`);
    }
    expect(fields).not.toMatch(/reconciledAt|annotations/);
  });

  it('fails with an error inside the stream', async () => {
    const inBand = '{"error":{"grpc_code":16,"http_code":401,"message":"invalid session"}}\n';
    await using server = await startServer([stream((response) => response.end(event('ADDED', 'a') + inBand))]);
    const changes = collect(connect(server.url).reader.watchApps({}));
    expect(await failureOf(changes)).toMatchObject({ code: 'argocd.unauthenticated' });
  });

  it('fails when it is refused', async () => {
    await using server = await startServer([refusal(401, 16, 'no session information')]);
    const changes = collect(connect(server.url).reader.watchApps({}));
    expect(await failureOf(changes)).toMatchObject({ code: 'argocd.unauthenticated' });
  });

  it('ends when the connection does', async () => {
    const broken = stream((response) => {
      response.write(`${event('ADDED', 'a')}{"result":`, () => response.socket?.destroy());
    });
    await using server = await startServer([broken]);
    expect(await collect(connect(server.url).reader.watchApps({}))).toEqual([change('added', 'a')]);
  });

  it.each([
    ['after events', stream((response) => void response.write(event('ADDED', 'a'))), 1],
    ['from the start', hang, 0],
  ])('ends when it is silent %s', async (_, answer, events) => {
    await using server = await startServer([answer]);
    const { reader } = connect(server.url, { watchIdleMs: 800 });
    expect(await collect(reader.watchApps({}))).toHaveLength(events);
  });

  it('is not taken for silent while the reader is busy', async () => {
    const two = stream((response) => response.end(event('ADDED', 'a') + event('ADDED', 'b')));
    await using server = await startServer([two]);
    const seen: string[] = [];
    for await (const { ref } of connect(server.url, { watchIdleMs: 800 }).reader.watchApps({})) {
      seen.push(ref.name);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    expect(seen).toEqual(['a', 'b']);
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const two = stream((response) => void response.write(event('ADDED', 'a') + event('ADDED', 'b')));
    await using server = await startServer([two]);
    const seen: string[] = [];
    for await (const { ref } of connect(server.url).reader.watchApps({}, { signal: controller.signal })) {
      seen.push(ref.name);
      controller.abort();
    }
    expect(seen).toEqual(['a']);
    expect(await collect(connect(server.url).reader.watchApps({}, { signal: controller.signal }))).toEqual([]);
  });

  it('closes its connection when the reader leaves', async () => {
    const closed = Promise.withResolvers<void>();
    const open = stream((response) => {
      response.on('close', () => closed.resolve());
      response.write(event('ADDED', 'a'));
    });
    await using server = await startServer([open]);
    for await (const _ of connect(server.url).reader.watchApps({})) break;
    await closed.promise;
  });
});
