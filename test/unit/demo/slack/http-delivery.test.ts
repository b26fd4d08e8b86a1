import { afterEach, describe, expect, it } from 'vitest';
import { anHttpApp, aPost, closeAll, settled } from './support.ts';

afterEach(closeAll);

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
