import { afterEach, describe, expect, it } from 'vitest';
import { listenOn, type StatusProbes, statusListener } from '../../../../src/adapters/http/status-server.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((close) => close()))));

async function serve(probes: Partial<StatusProbes> = {}, otherwise?: Parameters<typeof statusListener>[1]) {
  const listener = statusListener({ missing: async () => [], metrics: async () => 'x 1\n', ...probes }, otherwise);
  const { port, close } = await listenOn(0, listener);
  open.push(close);
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

describe('the status server', () => {
  it('is healthy as soon as it answers, and ready when nothing is missing', async () => {
    const ask = await serve();
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz?verbose=1')).status).toBe(200);
    expect(await (await ask('/metrics')).text()).toBe('x 1\n');
  });

  it('says what is missing', async () => {
    const ask = await serve({ missing: async () => ['Slack is not connected', 'Redis does not answer'] });
    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toBe('Slack is not connected\nRedis does not answer\n');
  });

  it('hands everything else on, and knows nothing else by itself', async () => {
    const ask = await serve({}, (_, response) => response.end('slack'));
    expect(await (await ask('/slack/events', { method: 'POST' })).text()).toBe('slack');
    expect((await (await serve())('/slack/events', { method: 'POST' })).status).toBe(404);
  });

  it('fails a probe that throws without telling why', async () => {
    const ask = await serve({ metrics: () => Promise.reject(new Error('redis://:secret@host')) });
    const answer = await ask('/metrics');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
  });
});
