import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { AppManifest } from '../../slack/app-settings.ts';
import type { RunningSlack } from '../../slack/start-slack.ts';
import { aClock, aModal, anInput, aSlack, aSocketApp, closeAll, silent, type TestClock } from './support.ts';

let clock: TestClock;
let slack: RunningSlack;
let client: WebClient;

const clientOf = ({ apiUrl, botToken }: RunningSlack, token = botToken) =>
  new WebClient(token, { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, logger: silent });

beforeEach(async () => {
  clock = aClock();
  slack = await aSlack({ clock });
  client = clientOf(slack);
});
afterEach(closeAll);

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return error.data.error;
    throw error;
  }
  return 'ok';
}

/** Also what the types of the client would not let through. Resolves to the message's ts. */
async function post(over: Record<string, unknown> = {}): Promise<string> {
  const answer = await client.apiCall('chat.postMessage', { channel: 'C0PLATFORM', text: 'hello', ...over });
  return 'ts' in answer ? String(answer.ts) : '';
}

describe('tokens and scopes', () => {
  it('are told in a header of every answer to a token that is known, which the clock of the workspace dates', async () => {
    slack.admin.setScopes(['commands', 'chat:write']);
    const ask = async (method: string, token: string) => {
      const { headers } = await fetch(`${slack.apiUrl}${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      return [headers.get('x-oauth-scopes'), headers.get('date')];
    };
    const date = 'Mon, 02 Mar 2026 09:00:00 GMT';
    expect(await ask('auth.test', slack.botToken)).toEqual(['commands,chat:write', date]);
    expect(await ask('users.list', slack.botToken)).toEqual(['commands,chat:write', date]);
    expect(await ask('apps.connections.open', slack.appToken)).toEqual(['connections:write', date]);
    expect(await ask('auth.test', 'xoxb-wrong')).toEqual([null, date]);
  });

  it('decide what is said of a channel: nothing, that it is there, and whether the bot is in it', async () => {
    const info = async (channel: string) => (await client.conversations.info({ channel })).channel;
    expect(await info('C0PLATFORM')).toMatchObject({ name: 'platform', is_member: true, is_archived: false });
    slack.admin.leave('C0PLATFORM', 'U0PLUMBLINE');
    expect(await info('C0PLATFORM')).toMatchObject({ is_member: false });
    expect(await errorOf(info('C0NOWHERE'))).toBe('channel_not_found');
    slack.admin.setScopes(['commands']);
    expect(await errorOf(info('C0NOWHERE'))).toBe('missing_scope');
  });

  it('are checked before anything else', async () => {
    expect(await errorOf(clientOf(slack, 'xoxb-wrong').auth.test())).toBe('invalid_auth');
    expect(await errorOf(clientOf(slack, '').auth.test())).toBe('not_authed');
    expect(await errorOf(clientOf(slack, slack.appToken).chat.postMessage({ channel: 'C0PLATFORM', text: 'a' }))).toBe(
      'not_allowed_token_type',
    );
    expect(await errorOf(client.apiCall('apps.connections.open'))).toBe('not_allowed_token_type');
    expect(await errorOf(client.apiCall('chat.shout'))).toBe('unknown_method');
    expect(await client.auth.test()).toMatchObject({ ok: true, user_id: 'U0PLUMBLINE', bot_id: 'B0PLUMBLINE' });
  });

  it('come from the manifest, and what is missing is named', async () => {
    const manifest = AppManifest.parse(
      parse(`
features:
  slash_commands: [{ command: /drift, should_escape: false }]
oauth_config: { scopes: { bot: [chat:write, commands] } }
settings: { event_subscriptions: { bot_events: [] } }`),
    );
    const narrow = await aSlack({ manifest });
    const limited = clientOf(narrow);
    const refusal = await limited.users.info({ user: 'U0ADA' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      data: { error: 'missing_scope', needed: 'users:read', provided: 'chat:write,commands' },
    });
    expect(await errorOf(limited.conversations.history({ channel: 'C0PLATFORM' }))).toBe('missing_scope');
    expect(await errorOf(limited.chat.postMessage({ channel: 'C0GENERAL', text: 'a' }))).toBe('not_in_channel');
    expect(await errorOf(limited.views.publish({ user_id: 'U0ADA', view: { type: 'home', blocks: [] } }))).toBe(
      'not_enabled',
    );
    expect(await narrow.person('U0ADA').command('/other', 'C0PLATFORM')).toEqual({
      ack: undefined,
      shown: 'not_a_command',
    });
    expect(await narrow.person('U0ADA').openHome()).toEqual({ ack: undefined });
  });
});

describe('messages', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown channel', { channel: 'C0NOWHERE' }, 'channel_not_found'],
    ['nothing to say', { text: '' }, 'no_text'],
    ['broken JSON', { blocks: '[{' }, 'invalid_blocks_format'],
    ['an unknown thread', { thread_ts: '1.000000' }, 'thread_not_found'],
    ['markdown beside text', { markdown_text: '# a' }, 'markdown_text_conflict'],
    ['no channel', { channel: undefined }, 'invalid_arguments'],
  ])('%s', async (_, over, error) => {
    expect(await errorOf(post(over))).toBe(error);
  });

  it('says where a block is wrong, in the words of Slack', async () => {
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }];
    const refusal = await post({ blocks }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: {
          messages: [
            '[ERROR] failed to match all allowed schemas [json-pointer:/blocks/0/text]',
            '[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]',
          ],
        },
      },
    });
  });

  it('cuts text at 40,000 characters in a post and refuses it in an update', async () => {
    const ts = await post({ text: 'x'.repeat(40_001) });
    expect(slack.workspace.messages('C0PLATFORM')[0]?.text).toHaveLength(40_000);
    const long = { channel: 'C0PLATFORM', ts, text: 'x'.repeat(40_001) };
    expect(await errorOf(client.chat.update(long))).toBe('msg_too_long');
  });

  it('can be edited and deleted by their author only', async () => {
    const theirs = await slack.person('U0ADA').say('C0PLATFORM', 'mine');
    const own = { channel: 'C0PLATFORM', ts: await post() };
    const other = { channel: 'C0PLATFORM', ts: theirs.ts };
    expect(await errorOf(client.chat.update({ ...other, text: 'b' }))).toBe('cant_update_message');
    expect(await errorOf(client.chat.delete(other))).toBe('cant_delete_message');
    expect(await errorOf(client.chat.update({ ...own, ts: '1.000000', text: 'b' }))).toBe('message_not_found');
    await client.chat.update({ ...own, text: 'better' });
    expect(slack.workspace.messages('C0PLATFORM').map(({ text }) => text)).toEqual(['mine', 'better']);
    await client.chat.delete(own);
    expect(slack.workspace.messages('C0PLATFORM').map(({ text }) => text)).toEqual(['mine']);
  });

  it('lose their blocks to an update with text alone, and keep their metadata', async () => {
    const metadata = { event_type: 'digest', event_payload: { key: 'digest-1' } };
    const ts = await post({ metadata, blocks: [{ type: 'divider' }] });
    const message = () => slack.workspace.messages('C0PLATFORM')[0];
    await client.apiCall('chat.update', { channel: 'C0PLATFORM', ts, metadata });
    expect(message()).toMatchObject({ text: 'hello', blocks: [{ type: 'divider' }], metadata });
    await client.chat.update({ channel: 'C0PLATFORM', ts, text: 'closed' });
    expect(message()).toMatchObject({ text: 'closed', blocks: [], metadata });
    await client.apiCall('chat.update', { channel: 'C0PLATFORM', ts, text: 'closed', metadata: {} });
    expect(message()).not.toHaveProperty('metadata');
    const direct = await post({ channel: 'U0ADA' });
    expect(await errorOf(client.chat.update({ channel: 'U0ADA', ts: direct, text: 'b' }))).toBe('channel_not_found');
  });

  it('stay out of archived channels, and ephemeral ones out of channels their reader is not in', async () => {
    expect(await errorOf(client.chat.postEphemeral({ channel: 'C0PAYMENTS', user: 'U0VERA', text: 'a' }))).toBe(
      'user_not_in_channel',
    );
    const { message_ts: ts } = await client.chat.postEphemeral({ channel: 'C0PAYMENTS', user: 'U0KEN', text: 'psst' });
    expect(slack.workspace.ephemerals('U0KEN').map(({ text }) => text)).toEqual(['psst']);
    expect(await errorOf(client.chat.update({ channel: 'C0PAYMENTS', ts: String(ts), text: 'b' }))).toBe(
      'message_not_found',
    );
    slack.admin.archive('C0PAYMENTS');
    expect(await errorOf(post({ channel: 'C0PAYMENTS' }))).toBe('is_archived');
  });

  it('are found again in the history, newest first, with their metadata when asked for', async () => {
    const metadata = { event_type: 'digest', event_payload: { key: 'digest-1' } };
    const { ts } = await client.chat.postMessage({ channel: 'C0PLATFORM', text: 'digest', metadata });
    await client.chat.postMessage({ channel: 'C0PLATFORM', text: 'detail', thread_ts: String(ts) });
    await post({ text: 'later' });
    const { messages = [] } = await client.conversations.history({
      channel: 'C0PLATFORM',
      include_all_metadata: true,
      limit: 10,
    });
    expect(messages.map(({ text }) => text)).toEqual(['later', 'digest']);
    expect(messages[1]).toMatchObject({ metadata, reply_count: 1, bot_id: 'B0PLUMBLINE' });
    const plain = await client.conversations.history({ channel: 'C0PLATFORM' });
    expect(plain.messages?.[1]?.metadata).toBeUndefined();
    const thread = await client.conversations.replies({ channel: 'C0PLATFORM', ts: String(ts) });
    expect(thread.messages?.map(({ text }) => text)).toEqual(['digest', 'detail']);
    const since = await client.conversations.history({ channel: 'C0PLATFORM', oldest: String(ts) });
    expect(since.messages?.map(({ text }) => text)).toEqual(['later']);
  });

  it('keep their order and differ in ts while the clock stands', async () => {
    const stamps = [await post(), await post(), await post()];
    expect(new Set(stamps).size).toBe(3);
    expect(stamps).toEqual(stamps.toSorted());
  });

  it('go to a person by their id', async () => {
    await post({ channel: 'U0LINUS', text: 'your turn' });
    expect(slack.workspace.directMessages('U0LINUS').map(({ text }) => text)).toEqual(['your turn']);
    const { channel } = await client.conversations.open({ users: 'U0LINUS' });
    expect(channel?.id).toBe(slack.workspace.directMessages('U0LINUS')[0]?.channel);
  });

  it('have a permanent link', async () => {
    const ts = await post();
    const { permalink } = await client.chat.getPermalink({ channel: 'C0PLATFORM', message_ts: ts });
    expect(permalink).toBe(`https://plumbline-demo.slack.com/archives/C0PLATFORM/p${ts.replace('.', '')}`);
  });
});

describe('people and groups', () => {
  it('are listed, with e-mail where the scope allows', async () => {
    expect((await client.users.info({ user: 'U0ADA' })).user).toMatchObject({
      name: 'ada',
      tz: 'Europe/Berlin',
      profile: { email: 'ada@example.com' },
    });
    expect(await errorOf(client.users.info({ user: 'U0NOBODY' }))).toBe('user_not_found');
    expect((await client.usergroups.users.list({ usergroup: 'S0PLATFORM' })).users).toEqual([
      'U0ADA',
      'U0GRACE',
      'U0LINUS',
    ]);
    expect(await errorOf(client.usergroups.users.list({ usergroup: 'S0NONE' }))).toBe('no_such_subteam');
    slack.admin.setGroup({ id: 'S0OLD', handle: 'old', name: 'Old', users: ['U0ADA'], isDisabled: true });
    const idsOf = async (include_disabled: boolean) =>
      (await client.usergroups.list({ include_disabled })).usergroups?.map(({ id }) => id);
    expect(await idsOf(false)).not.toContain('S0OLD');
    expect(await idsOf(true)).toContain('S0OLD');
  });

  it('need a paid plan for user groups', async () => {
    slack.admin.setPlan('free');
    expect(await errorOf(client.usergroups.list())).toBe('plan_upgrade_required');
  });

  it('are paged', async () => {
    const everybody = await client.users.list({});
    const half = Math.ceil((everybody.members?.length ?? 0) / 2);
    const first = await client.users.list({ limit: half });
    const cursor = first.response_metadata?.next_cursor ?? '';
    const second = await client.users.list({ limit: half, cursor });
    expect(first.members).toHaveLength(half);
    expect([...(first.members ?? []), ...(second.members ?? [])]).toEqual(everybody.members);
    expect(second.response_metadata?.next_cursor).toBe('');
  });
});

describe('views', () => {
  async function aTrigger(): Promise<string> {
    const seen: string[] = [];
    await aSocketApp(
      (bolt) =>
        bolt.command('/drift', async ({ ack, command }) => {
          seen.push(command.trigger_id);
          await ack();
        }),
      {},
      slack,
    );
    await slack.person('U0ADA').command('/drift', 'C0PLATFORM');
    return seen[0] ?? '';
  }

  it('open once, within three seconds', async () => {
    const trigger = await aTrigger();
    clock.advance(3000);
    await client.views.open({ trigger_id: trigger, view: aModal('A') });
    expect(slack.workspace.views('U0ADA')).toHaveLength(1);
    expect(await errorOf(client.views.open({ trigger_id: trigger, view: aModal('A') }))).toBe('exchanged_trigger_id');
    expect(await errorOf(client.views.open({ trigger_id: 'no', view: aModal('A') }))).toBe('invalid_trigger_id');
  });

  it('do not open later', async () => {
    const trigger = await aTrigger();
    clock.advance(3001);
    expect(await errorOf(client.views.open({ trigger_id: trigger, view: aModal('A') }))).toBe('expired_trigger_id');
  });

  it('are updated under their hash', async () => {
    const opened = await client.views.open({
      trigger_id: await aTrigger(),
      view: aModal('A', anInput('name', 'Name')),
    });
    const id = opened.view?.id ?? '';
    const hash = opened.view?.hash ?? '';
    const next = await client.views.update({ view_id: id, hash, view: aModal('B', anInput('name', 'Name')) });
    expect(next.view?.hash).not.toBe(hash);
    expect(await errorOf(client.views.update({ view_id: id, hash, view: aModal('C') }))).toBe('hash_conflict');
    expect(await errorOf(client.views.update({ view_id: 'V0NONE', view: aModal('C') }))).toBe('not_found');
    expect(await errorOf(client.views.open({ trigger_id: 'no', view: aModal('C') }))).toBe('invalid_trigger_id');
  });

  it('are refused when wrong or too large', async () => {
    const view = aModal('A title of over twenty-four');
    expect(await errorOf(client.views.open({ trigger_id: 'any', view }))).toBe('invalid_arguments');
    const large = Array.from({ length: 90 }, () => ({
      type: 'section',
      text: { type: 'mrkdwn', text: 'x'.repeat(2900) },
    }));
    expect(await errorOf(client.views.publish({ user_id: 'U0ADA', view: { type: 'home', blocks: large } }))).toBe(
      'view_too_large',
    );
  });
});

describe('files', () => {
  it('are uploaded in three steps and shown once complete', async () => {
    const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
    await client.filesUploadV2({
      channel_id: 'C0PLATFORM',
      file: content,
      filename: 'trend.png',
      title: 'Trend',
      initial_comment: '30 days',
    });
    const [file] = slack.workspace.files;
    expect(file).toMatchObject({ name: 'trend.png', title: 'Trend', isComplete: true, channels: ['C0PLATFORM'] });
    expect(file?.content).toEqual(content);
    expect(slack.workspace.messages('C0PLATFORM')).toMatchObject([{ text: '30 days', files: [file?.id] }]);
    const shown = { type: 'image', alt_text: 'Trend', slack_file: { id: file?.id } };
    expect(await errorOf(post({ blocks: [shown] }))).toBe('ok');
  });

  it('announced but not complete cannot be shown', async () => {
    const { file_id: id } = await client.files.getUploadURLExternal({ filename: 'a.png', length: 3 });
    const shown = { type: 'image', alt_text: 'a', slack_file: { id } };
    expect(await errorOf(post({ blocks: [shown] }))).toBe('invalid_blocks');
    expect(await errorOf(client.files.completeUploadExternal({ files: [{ id: 'F0NONE', title: 'a' }] }))).toBe(
      'file_not_found',
    );
  });
});
