import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { anHttpApp, aPost, aSlack, closeAll, settled } from './support.ts';

afterEach(closeAll);

/** Passes the challenge, then answers 500 to everything and notes which attempt it was. */
async function aRefusingApp(headers: Readonly<Record<string, string>>) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (body.includes('url_verification')) return response.end(body);
      seen.push(String(request.headers['x-slack-retry-num'] ?? 'first'));
      return response.writeHead(500, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const slack = await aSlack({ mode: 'http', eventRetryDelays: [0, 0] });
  await slack.deliverTo(`http://127.0.0.1:${address.port}/`);
  return { slack, seen };
}

describe('a real Bolt app behind HTTP', () => {
  it('passes the challenge, gets signed commands and acts on buttons', async () => {
    const { slack, app, url } = await anHttpApp((bolt) => {
      bolt.command('/drift', ({ ack, command }) => ack(`you asked for ${command.text}`));
      bolt.action('plan.deny', async ({ ack, respond }) => {
        await ack();
        await respond({ replace_original: false, text: 'denied' });
      });
    });
    await slack.deliverTo(url);
    expect((await slack.person('U0ADA').command('/drift app gitea', 'C0PLATFORM')).ack?.status).toBe('acked');
    expect(slack.workspace.ephemerals('U0ADA').map(({ text }) => text)).toEqual(['you asked for app gitea']);

    await aPost(app);
    const [message] = slack.workspace.messages('C0PLATFORM');
    if (!message) throw new Error('nothing was posted');
    await slack.person('U0GRACE').press(message, 2);
    const answer = await slack.workspace.until(() => slack.workspace.ephemerals('U0GRACE')[0]);
    expect(answer.text).toBe('denied');
  });

  it('can take over from Socket Mode', async () => {
    const { slack, url } = await anHttpApp((app) => app.command('/drift', ({ ack }) => ack()), { mode: 'socket' });
    expect((await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).ack?.status).toBe('unreachable');
    await slack.deliverTo(url);
    expect((await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).ack?.status).toBe('acked');
  });

  it('refuses a wrong signature with 401, which the set-up page shows', async () => {
    const { slack, url } = await anHttpApp(() => undefined, { signingSecret: 'another secret' });
    await expect(slack.deliverTo(url)).rejects.toThrow('did not answer the challenge (status 401)');
  });

  it('shows a person that the app refused or is not there', async () => {
    const { slack, url } = await anHttpApp((app) => app.command('/other', ({ ack }) => ack()), { ackTimeoutMs: 100 });
    expect(await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).toMatchObject({ shown: 'dispatch_failed' });
    await slack.deliverTo(url);
    expect(await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).toMatchObject({ shown: 'operation_timeout' });
  });

  it('that refuses an event gets it again, unless it says not to', async () => {
    const going = await aRefusingApp({});
    await going.slack.person('U0KEN').openHome();
    await settled(() => going.slack.deliveries.length === 3);
    expect(going.seen).toEqual(['first', '1', '2']);

    const told = await aRefusingApp({ 'x-slack-no-retry': '1' });
    for (let i = 0; i < 3; i += 1) await told.slack.person('U0KEN').openHome();
    expect(told.seen).toEqual(['first', 'first', 'first']);
  });

  it('gets an event again, with number and reason, after an outage', async () => {
    const seen: { readonly id: string; readonly retry: unknown; readonly reason: unknown }[] = [];
    const { slack, url } = await anHttpApp(
      (app) =>
        app.event('app_home_opened', async ({ body, context }) => {
          seen.push({ id: body.event_id, retry: context.retryNum, reason: context.retryReason });
        }),
      { eventRetryDelays: [0] },
    );
    await slack.deliverTo(url);
    slack.faults.outage(true);
    const sent = slack.person('U0KEN').openHome();
    slack.faults.outage(false);
    expect((await sent).ack).toEqual({ status: 'unreachable' });
    await settled(() => seen.length === 1);
    expect(seen).toMatchObject([{ retry: 1, reason: 'connection_failed' }]);
  });
});
