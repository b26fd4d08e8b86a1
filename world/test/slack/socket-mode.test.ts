import type { App } from '@slack/bolt';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { textOf } from '../../slack/text.ts';
import { aModal, anInput, aPost, aSlack, aSocket, aSocketApp, closeAll, settled } from './support.ts';

afterEach(closeAll);

describe('a real Bolt app over Socket Mode', () => {
  it('acknowledges a command and answers through its response URL', async () => {
    const { slack } = await aSocketApp((app) =>
      app.command('/drift', async ({ ack, respond, command }) => {
        await ack();
        await respond(`you asked for ${command.text}`);
      }),
    );
    const { ack, shown } = await slack.person('U0ADA').command('/drift app gitea', 'C0PLATFORM');
    expect(shown).toBeUndefined();
    expect(ack).toMatchObject({ status: 'acked' });
    const answer = await slack.workspace.until(() => slack.workspace.ephemerals('U0ADA')[0]);
    expect(textOf(answer)).toBe('you asked for app gitea');
    expect(slack.workspace.messages('C0PLATFORM')).toEqual([]);
  });

  it('answers a command in the acknowledgement itself', async () => {
    const { slack } = await aSocketApp((app) =>
      app.command('/drift', ({ ack }) => ack({ response_type: 'in_channel', text: 'for all' })),
    );
    await slack.person('U0ADA').command('/drift', 'C0PLATFORM');
    expect(slack.workspace.messages('C0PLATFORM').map(({ text }) => text)).toEqual(['for all']);
  });

  it('gets the text of a command escaped, with mentions by id', async () => {
    const texts: string[] = [];
    const { slack } = await aSocketApp((app) =>
      app.command('/drift', async ({ ack, command }) => {
        texts.push(command.text);
        await ack();
      }),
    );
    await slack.person('U0ADA').command('/drift ask @grace in #payments about a<b & https://example.com', 'C0PLATFORM');
    expect(texts).toEqual(['ask <@U0GRACE|grace> in <#C0PAYMENTS|payments> about a&lt;b &amp; <https://example.com>']);
  });

  it('hears of a pressed button with its message, and edits that message', async () => {
    const { slack, app } = await aSocketApp((bolt) =>
      bolt.action('plan.approve', async ({ ack, body, action, respond }) => {
        await ack();
        const value = action.type === 'button' ? action.value : undefined;
        await respond({ replace_original: true, text: `${body.user.id} approved ${value}` });
      }),
    );
    await aPost(app);
    const [message] = slack.workspace.messages('C0PLATFORM');
    if (!message) throw new Error('nothing was posted');
    expect(textOf(message)).toBe('Delete 17 objects?\n[1 Approve] [2 Deny]');
    const outcome = await slack.person('U0GRACE').press(message, 'Approve');
    expect(outcome.ack?.status).toBe('acked');
    const edited = await slack.workspace.until(() =>
      slack.workspace.messages('C0PLATFORM').find(({ editedTs }) => editedTs !== undefined),
    );
    expect(edited).toMatchObject({ ts: message.ts, text: 'U0GRACE approved plan-1', blocks: [] });
  });

  it('opens a modal, refuses a submission with errors, then takes it', async () => {
    const submitted: string[] = [];
    const { slack } = await aSocketApp((app) => {
      app.command('/drift', async ({ ack, client, command }) => {
        await ack();
        await client.views.open({
          trigger_id: command.trigger_id,
          view: aModal('Confirm', anInput('name', 'App name')),
        });
      });
      app.view('confirm', async ({ ack, view }) => {
        const name = view.state.values.name?.answer?.value ?? '';
        submitted.push(name);
        if (name === 'gitea') await ack();
        else await ack({ response_action: 'errors', errors: { name: 'Type the app name: gitea' } });
      });
    });
    const grace = slack.person('U0GRACE');
    await grace.command('/drift', 'C0PLATFORM');
    const view = await slack.workspace.until(() => slack.workspace.views('U0GRACE')[0]);

    expect(await grace.submit(view)).toEqual({ ack: undefined, shown: 'incomplete' });
    await grace.submit(view, { 'App name': 'gitlab' });
    const [refused] = slack.workspace.views('U0GRACE');
    expect(refused && textOf(refused)).toBe('Confirm\nApp name: gitlab\n  ! Type the app name: gitea\n[Send]');

    expect((await grace.submit(view, { name: 'gitea' })).shown).toBeUndefined();
    expect(slack.workspace.views('U0GRACE')).toEqual([]);
    expect(submitted).toEqual(['gitlab', 'gitea']);
  });

  it('sees a person told of a timeout when nobody acknowledges', async () => {
    const { slack } = await aSocketApp((app) => app.command('/drift', async () => undefined), { ackTimeoutMs: 40 });
    expect(await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).toEqual({
      ack: { status: 'timeout' },
      shown: 'operation_timeout',
    });
  });

  it('publishes a Home tab when it is opened', async () => {
    const { slack } = await aSocketApp((app) =>
      app.event('app_home_opened', async ({ event, client }) => {
        await client.views.publish({
          user_id: event.user,
          view: { type: 'home', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Your inbox' } }] },
        });
      }),
    );
    await slack.person('U0KEN').openHome();
    const home = await slack.workspace.until(() => slack.workspace.home('U0KEN'));
    expect(textOf(home)).toBe('Your inbox');
  });

  it('unfurls a link to its domain', async () => {
    const { slack } = await aSocketApp((app) =>
      app.event('link_shared', async ({ event, client }) => {
        const unfurls = Object.fromEntries(
          event.links.map(({ url }) => [
            url,
            { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'gitea' } }] },
          ]),
        );
        await client.chat.unfurl({ channel: event.channel, ts: event.message_ts, unfurls });
      }),
    );
    const url = 'https://argocd.example.com/applications/gitea';
    await slack.person('U0ADA').say('C0PLATFORM', `look at ${url} and https://example.org`);
    const message = await slack.workspace.until(() =>
      slack.workspace.messages('C0PLATFORM').find(({ unfurls }) => Object.keys(unfurls).length > 0),
    );
    expect(Object.keys(message.unfurls)).toEqual([url]);
  });
});

describe('the connections', () => {
  const silent = (app: App) => app.command('/drift', ({ ack }) => ack());

  it.each(['disconnect', 'drop'] as const)('come back after a %s', async (how) => {
    const { slack } = await aSocketApp(silent, { clientPingTimeout: 300 });
    expect(slack.socketConnections).toBe(1);
    if (how === 'drop') slack.faults.dropSockets();
    else slack.faults.disconnectSockets('refresh_requested');
    await settled(() => slack.calls.filter(({ method }) => method === 'apps.connections.open').length === 2);
    await settled(() => slack.socketConnections === 1);
    expect((await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).ack?.status).toBe('acked');
  });

  it('share the work: each payload goes to one of them', async () => {
    const seen: string[] = [];
    const listen = (name: string) => (app: App) =>
      app.command('/drift', async ({ ack }) => {
        seen.push(name);
        await ack();
      });
    const { slack } = await aSocketApp(listen('first'));
    await aSocketApp(listen('second'), {}, slack);
    expect(slack.socketConnections).toBe(2);
    for (let i = 0; i < 4; i += 1) await slack.person('U0ADA').command('/drift', 'C0PLATFORM');
    expect(seen.toSorted()).toEqual(['first', 'first', 'second', 'second']);
  });

  it('are at most ten; one more is told so', async () => {
    const slack = await aSlack();
    const first = await Promise.all(Array.from({ length: 10 }, () => aSocket(slack)));
    expect(first.map(({ messages }) => messages.map(({ type }) => type))).toEqual(first.map(() => ['hello']));
    const { messages } = await aSocket(slack);
    await settled(() => messages.length === 2);
    expect(messages).toMatchObject([
      { type: 'hello', num_connections: 11 },
      { type: 'disconnect', reason: 'too_many_websockets' },
    ]);
  });

  it('are opened with a ticket that is good once', async () => {
    const slack = await aSlack();
    const { url } = await aSocket(slack);
    const again = new WebSocket(url);
    await expect(new Promise((_, reject) => again.on('error', reject))).rejects.toThrow('401');
  });

  it('are missing: the command fails at once', async () => {
    const slack = await aSlack();
    expect(await slack.person('U0ADA').command('/drift', 'C0PLATFORM')).toEqual({
      ack: { status: 'unreachable' },
      shown: 'dispatch_failed',
    });
  });
});

describe('events', () => {
  interface Seen {
    readonly id: string;
    readonly retry: unknown;
    readonly reason: unknown;
  }
  const recording = (seen: Seen[]) => (app: App) =>
    app.event('app_home_opened', async ({ body, context }) => {
      seen.push({ id: body.event_id, retry: context.retryNum, reason: context.retryReason });
    });

  it('sent while the app was away are delivered again when it is back', async () => {
    const seen: Seen[] = [];
    const slack = await aSlack({ eventRetryDelays: Array.from({ length: 100 }, () => 50) });
    expect(await slack.person('U0KEN').openHome()).toEqual({ ack: { status: 'unreachable' } });
    await aSocketApp(recording(seen), {}, slack);
    await settled(() => seen.length === 1);
    expect(seen).toMatchObject([{ retry: expect.any(Number), reason: 'connection_failed' }]);
  });

  it('can arrive twice, under one id', async () => {
    const seen: Seen[] = [];
    const { slack } = await aSocketApp(recording(seen));
    slack.faults.duplicateDeliveries(1);
    await slack.person('U0VERA').openHome();
    await settled(() => seen.length === 2);
    const [first, second] = seen;
    expect(second).toEqual({ id: first?.id, retry: 1, reason: 'http_timeout' });
    expect(first?.retry).toBe(0);
  });
});
