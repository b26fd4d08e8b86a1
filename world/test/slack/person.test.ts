import type { BlockAction, SlackViewAction, ViewOutput } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningSlack } from '../../slack/start-slack.ts';
import type { View } from '../../slack/workspace/types.ts';
import { aModal, anInput, aSlack, aSocketApp, closeAll, settled } from './support.ts';

afterEach(closeAll);

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

async function postedWith(
  blocks: KnownBlock[],
): Promise<{ readonly slack: RunningSlack; readonly seen: BlockAction[] }> {
  const seen: BlockAction[] = [];
  const { slack, app } = await aSocketApp((bolt) =>
    bolt.action<BlockAction>({ type: 'block_actions' }, async ({ ack, body }) => {
      seen.push(body);
      await ack();
    }),
  );
  await app.client.chat.postMessage({ channel: 'C0PLATFORM', text: 'choose', blocks });
  return { slack, seen };
}

function only<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`expected one, got ${items.length}`);
  return item;
}

describe('a person in a channel', () => {
  it('chooses from a menu, and the message remembers it for the next press', async () => {
    const { slack, seen } = await postedWith([
      {
        type: 'actions',
        block_id: 'b',
        elements: [
          {
            type: 'static_select',
            action_id: 'length',
            placeholder: plain('How long'),
            options: [option('Day'), option('Week')],
          },
          { type: 'button', action_id: 'go', text: plain('Snooze') },
        ],
      },
    ]);
    const message = only(slack.workspace.messages('C0PLATFORM'));
    const ada = slack.person('U0ADA');
    await expect(ada.choose(message, 'How long', 'Year')).rejects.toThrow('offers no "Year", only: Day, Week');
    await ada.choose(message, 'How long', 'Week');
    await ada.press(message, 'Snooze');
    expect(seen.map(({ actions }) => actions[0])).toMatchObject([
      { type: 'static_select', action_id: 'length', block_id: 'b', selected_option: { value: 'week' } },
      { type: 'button', action_id: 'go', block_id: 'b' },
    ]);
    expect(seen[1]?.state?.values.b?.length).toMatchObject({ selected_option: { value: 'week' } });
    expect(seen[1]).toMatchObject({
      user: { id: 'U0ADA' },
      channel: { id: 'C0PLATFORM', name: 'platform' },
      container: { type: 'message', message_ts: message.ts, is_ephemeral: false },
      message: { ts: message.ts, bot_id: 'B0PLUMBLINE' },
    });
  });

  it('takes an entry of an overflow menu by its label', async () => {
    const { slack, seen } = await postedWith([
      {
        type: 'section',
        text: plain('gitea'),
        accessory: { type: 'overflow', action_id: 'more', options: [option('Details'), option('Snooze')] },
      },
    ]);
    await slack.person('U0ADA').press(only(slack.workspace.messages('C0PLATFORM')), 'Snooze');
    expect(seen[0]?.actions[0]).toMatchObject({ type: 'overflow', selected_option: { value: 'snooze' } });
  });

  it('cannot press what is not there, nor in a channel they are not in', async () => {
    const { slack } = await postedWith([{ type: 'actions', elements: [{ type: 'button', text: plain('Go') }] }]);
    const message = only(slack.workspace.messages('C0PLATFORM'));
    await expect(slack.person('U0ADA').press(message, 'Stop')).rejects.toThrow('there is no "Stop" here, only: "Go"');
    await expect(slack.person('U0VERA').say('C0PAYMENTS', 'hello')).rejects.toThrow('U0VERA is not in C0PAYMENTS');
    expect(() => slack.person('U0NOBODY')).toThrow('there is no person U0NOBODY');
  });

  it('can press a button that is gone by now, as on a slow screen', async () => {
    const { slack, seen } = await postedWith([
      { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: plain('Go') }] },
    ]);
    const before = only(slack.workspace.messages('C0PLATFORM'));
    const update = { channel: 'C0PLATFORM', ts: before.ts, text: 'closed' };
    await fetch(`${slack.apiUrl}chat.update`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(update),
    });
    expect(only(slack.workspace.messages('C0PLATFORM')).blocks).toEqual([]);
    await slack.person('U0ADA').press(before, 'Go');
    expect(seen).toHaveLength(1);
  });

  it('can use a command in the direct messages of the bot', async () => {
    const channels: string[] = [];
    const { slack } = await aSocketApp((app) =>
      app.command('/drift', async ({ ack, command }) => {
        channels.push(command.channel_name);
        await ack();
      }),
    );
    await slack.person('U0KEN').command('/drift', 'D0KEN');
    expect(channels).toEqual(['directmessage']);
  });
});

describe('a person in a modal', () => {
  /** A modal on Ada's screen whose submission the app answers with this. */
  async function opened(
    answer: object | undefined,
    over: Partial<ReturnType<typeof aModal>> = {},
  ): Promise<{ readonly slack: RunningSlack; readonly view: View; readonly events: SlackViewAction[] }> {
    const events: SlackViewAction[] = [];
    const { slack } = await aSocketApp((app) => {
      app.command('/drift', async ({ ack, client, command }) => {
        await ack();
        const view = { ...aModal('Ask', anInput('why', 'Reason')), ...over };
        await client.views.open({ trigger_id: command.trigger_id, view });
      });
      app.view({ callback_id: 'ask', type: 'view_submission' }, async ({ ack, body }) => {
        events.push(body);
        await ack(answer as never);
      });
      app.view({ callback_id: 'ask', type: 'view_closed' }, async ({ ack, body }) => {
        events.push(body);
        await ack();
      });
    });
    await slack.person('U0ADA').command('/drift', 'C0PLATFORM');
    const view = await slack.workspace.until(() => slack.workspace.views('U0ADA')[0]);
    return { slack, view, events };
  }

  const titles = (slack: RunningSlack) =>
    slack.workspace.views('U0ADA').map(({ definition }) => (definition.title as { text?: string }).text);

  it.each<[string, object, string[]]>([
    ['update', { response_action: 'update', view: aModal('Next') }, ['Next']],
    ['push', { response_action: 'push', view: aModal('Next') }, ['Ask', 'Next']],
    ['clear', { response_action: 'clear' }, []],
  ])('is led on by %s', async (_, answer, expected) => {
    const { slack, view, events } = await opened(answer);
    const { shown } = await slack.person('U0ADA').submit(view, { Reason: 'quiet please' });
    expect(shown).toBeUndefined();
    expect(titles(slack)).toEqual(expected);
    const sent: ViewOutput | undefined = events[0]?.view;
    expect(sent?.state.values.why?.answer).toEqual({ type: 'plain_text_input', value: 'quiet please' });
  });

  it('finds what they typed again after an update that keeps the input', async () => {
    const { slack, view } = await opened({ response_action: 'update', view: aModal('Next', anInput('why', 'Reason')) });
    await slack.person('U0ADA').submit(view, { Reason: 'quiet please' });
    expect(slack.workspace.views('U0ADA')[0]?.state.why?.answer).toMatchObject({ value: 'quiet please' });
  });

  it.each<[string, object]>([
    ['a title too long', { response_action: 'update', view: aModal('A title of over twenty-four') }],
    ['errors for a block that is not there', { response_action: 'errors', errors: { other: 'no' } }],
    ['an unknown action', { response_action: 'dance' }],
  ])('reads of trouble when the app answers with %s', async (_, answer) => {
    const { slack, view } = await opened(answer);
    expect(await slack.person('U0ADA').submit(view, { Reason: 'a' })).toMatchObject({ shown: 'trouble_connecting' });
    expect(titles(slack)).toEqual(['Ask']);
  });

  it('closes it, which the app hears of where it asked to', async () => {
    const { slack, view, events } = await opened(undefined, { notify_on_close: true });
    await slack.person('U0ADA').closeView(view);
    expect(slack.workspace.views('U0ADA')).toEqual([]);
    await settled(() => events.length === 1);
    expect(events).toMatchObject([{ type: 'view_closed', is_cleared: false, view: { id: view.id } }]);
    await expect(slack.person('U0ADA').submit(view)).rejects.toThrow('is not on top');
  });

  it('closes all of them at once, and the app hears of each', async () => {
    const { slack, view, events } = await opened(
      { response_action: 'push', view: { ...aModal('Ask'), notify_on_close: true } },
      { notify_on_close: true },
    );
    await slack.person('U0ADA').submit(view, { Reason: 'a' });
    const top = slack.workspace.views('U0ADA').at(-1);
    if (!top) throw new Error('nothing was pushed');
    await slack.person('U0ADA').closeView(top, { all: true });
    expect(slack.workspace.views('U0ADA')).toEqual([]);
    const closings = events.filter(({ type }) => type === 'view_closed');
    expect(closings).toMatchObject([
      { is_cleared: true, view: { id: top.id } },
      { is_cleared: true, view: { id: view.id } },
    ]);
  });

  it('is stopped by the form itself when text is too short', async () => {
    const short = anInput('why', 'Reason');
    const { slack, view, events } = await opened(undefined, {
      blocks: [{ ...short, element: { type: 'plain_text_input', action_id: 'answer', min_length: 5 } }],
    });
    expect(await slack.person('U0ADA').submit(view, { Reason: 'no' })).toEqual({ ack: undefined, shown: 'incomplete' });
    expect(slack.workspace.views('U0ADA')[0]?.errors).toEqual({ why: 'Must be at least 5 characters.' });
    expect(events).toEqual([]);
  });

  it('takes nothing but a URL where one is asked for', async () => {
    const { slack, view, events } = await opened(undefined, {
      blocks: [{ ...anInput('where', 'Where'), element: { type: 'url_text_input', action_id: 'answer' } }],
    });
    const ada = slack.person('U0ADA');
    expect((await ada.submit(view, { Where: 'INC-42' })).shown).toBe('incomplete');
    expect(slack.workspace.views('U0ADA')[0]?.errors).toEqual({ where: 'Please enter a valid URL.' });
    await ada.submit(view, { Where: 'https://incidents.example.com/42' });
    expect(events).toHaveLength(1);
  });
});

describe('the log of deliveries', () => {
  it('has what was sent and how long the app took', async () => {
    const { slack } = await aSocketApp((app) => app.command('/drift', ({ ack }) => ack()));
    await slack.person('U0ADA').command('/drift app gitea', 'C0PLATFORM');
    expect(slack.deliveries).toMatchObject([
      {
        outgoing: { kind: 'slash_commands', payload: { command: '/drift', text: 'app gitea' } },
        ack: { status: 'acked', afterMs: expect.any(Number) },
      },
    ]);
  });
});

describe('the server', () => {
  it('says so when its port is taken', async () => {
    const { apiUrl } = await aSlack();
    await expect(aSlack({ port: Number(new URL(apiUrl).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the default workspace', () => {
  it('has three platform operators and a channel without the bot', async () => {
    const { workspace } = await aSlack();
    expect(workspace.groups.find(({ id }) => id === 'S0PLATFORM')?.users).toEqual(['U0ADA', 'U0GRACE', 'U0LINUS']);
    const withBot = workspace.channels.filter(({ members }) => members.includes('U0PLUMBLINE'));
    expect(withBot.map(({ id }) => id)).toEqual(['C0PLATFORM', 'C0PAYMENTS']);
    expect(workspace.people).toHaveLength(6);
  });
});
