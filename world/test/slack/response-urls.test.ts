import { RespondError, type RespondFn } from '@slack/bolt';
import { afterEach, describe, expect, it } from 'vitest';
import { aClock, aPost, aSocketApp, closeAll, type SlackWithApp, settled } from './support.ts';

afterEach(closeAll);

const clock = aClock();

/** Runs a command and hands out the way to answer it. */
async function afterCommand(): Promise<SlackWithApp & { readonly respond: RespondFn }> {
  const found: RespondFn[] = [];
  const running = await aSocketApp(
    (app) =>
      app.command('/drift', async ({ ack, respond }) => {
        await ack();
        found.push(respond);
      }),
    { clock },
  );
  await running.slack.person('U0ADA').command('/drift', 'C0GENERAL');
  await settled(() => found.length === 1);
  const [respond] = found;
  if (!respond) throw new Error('the command did not arrive');
  return { ...running, respond };
}

async function afterPress(): Promise<SlackWithApp & { readonly respond: RespondFn }> {
  const found: RespondFn[] = [];
  const running = await aSocketApp(
    (app) =>
      app.action('plan.approve', async ({ ack, respond }) => {
        await ack();
        found.push(respond);
      }),
    { clock },
  );
  await aPost(running.app);
  const [message] = running.slack.workspace.messages('C0PLATFORM');
  if (!message) throw new Error('nothing was posted');
  await running.slack.person('U0GRACE').press(message, 'plan.approve');
  await settled(() => found.length === 1);
  const [respond] = found;
  if (!respond) throw new Error('the press did not arrive');
  return { ...running, respond };
}

describe('a response URL', () => {
  it('works five times, also where the bot is no member; the sixth is refused', async () => {
    const { slack, respond } = await afterCommand();
    for (let i = 1; i <= 5; i += 1) await respond(`answer ${i}`);
    const refusal = await respond('answer 6').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RespondError);
    expect(refusal).toMatchObject({ statusCode: 404 });
    expect(slack.workspace.ephemerals('U0ADA', 'C0GENERAL')).toHaveLength(5);
  });

  it('works for thirty minutes', async () => {
    const { respond } = await afterCommand();
    clock.advance(30 * 60_000);
    await respond('in time');
    clock.advance(1);
    await expect(respond('late')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('holds messages to the same rules, and a refused one does not count', async () => {
    const { slack, respond } = await afterCommand();
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }];
    for (let i = 0; i < 6; i += 1)
      await expect(respond({ text: 'a', blocks })).rejects.toMatchObject({ statusCode: 400 });
    await expect(respond({ text: '' })).rejects.toMatchObject({ statusCode: 400 });
    await respond('fine');
    expect(slack.workspace.ephemerals('U0ADA').map(({ text }) => text)).toEqual(['fine']);
  });

  it('of a command has nothing to replace: Slack posts another message', async () => {
    const { slack, respond } = await afterCommand();
    await respond('thinking');
    await respond({ replace_original: true, text: 'done' });
    expect(slack.workspace.ephemerals('U0ADA').map(({ text }) => text)).toEqual(['thinking', 'done']);
  });

  it('fails on demand, without being used', async () => {
    const { slack, respond } = await afterCommand();
    slack.faults.on('response_url', { kind: 'status', code: 500 });
    await expect(respond('lost')).rejects.toMatchObject({ statusCode: 500 });
    for (let i = 1; i <= 5; i += 1) await respond(`answer ${i}`);
    expect(slack.workspace.ephemerals('U0ADA')).toHaveLength(5);
  });

  it('can answer in the channel', async () => {
    const { slack, respond } = await afterCommand();
    await respond({ response_type: 'in_channel', text: 'for all' });
    expect(slack.workspace.messages('C0GENERAL')).toMatchObject([{ text: 'for all', isFromBot: true }]);
  });

  it('of a button leaves a public message alone unless told to replace or delete it', async () => {
    const { slack, respond } = await afterPress();
    await respond('noted');
    expect(slack.workspace.ephemerals('U0GRACE').map(({ text }) => text)).toEqual(['noted']);
    await respond({ replace_original: true, text: 'approved' });
    expect(slack.workspace.messages('C0PLATFORM').map(({ text }) => text)).toEqual(['approved']);
    await respond({ delete_original: true });
    expect(slack.workspace.messages('C0PLATFORM')).toEqual([]);
  });

  it('of a button in an ephemeral message replaces or deletes just that', async () => {
    const button = { type: 'button', action_id: 'more', text: { type: 'plain_text', text: 'More' } } as const;
    const { slack } = await aSocketApp((app) => {
      app.command('/drift', async ({ ack, respond }) => {
        await ack();
        await respond({ text: 'first page', blocks: [{ type: 'actions', elements: [button] }] });
      });
      app.action('more', async ({ ack, respond, body }) => {
        await ack();
        expect(body).not.toHaveProperty('message');
        await respond({ replace_original: true, text: 'second page' });
      });
    });
    const ada = slack.person('U0ADA');
    await ada.command('/drift', 'C0PLATFORM');
    const first = await slack.workspace.until(() => slack.workspace.ephemerals('U0ADA')[0]);
    await expect(slack.person('U0KEN').press(first, 'More')).rejects.toThrow('only U0ADA sees this message');
    await ada.press(first, 'More');
    await slack.workspace.until(() => slack.workspace.ephemerals('U0ADA').find(({ text }) => text === 'second page'));
    expect(slack.workspace.ephemerals('U0ADA')).toMatchObject([{ ts: first.ts, blocks: [] }]);
  });
});
