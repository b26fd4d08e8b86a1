import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeLog } from '../../src/adapters/log/pino-log.ts';
import type { Config } from '../../src/config/schema.ts';
import { makeDeliverMessages } from '../../src/flows/deliver-messages.ts';
import { PING_TIMEOUT_MS } from '../../src/slack/bolt-app.ts';
import { makeChannels } from '../../src/slack/web/channels.ts';
import { makeWorkerClient } from '../../src/slack/web/client.ts';
import type { CallFault } from '../../world/slack/faults.ts';
import { anAlert } from '../support/alerts.ts';
import { limitedTo } from '../support/pace.ts';
import { eventually, PAYMENTS, PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/* Slack limits, fails, loses answers: every message stands once, in order, with its latest content. */

let bot: RunningBot;
let count = 0;

beforeAll(async () => {
  bot = await startRunningBot({
    world: { apps: 2 },
    pace: limitedTo({ [PING_TIMEOUT_MS]: PING_TIMEOUT_MS }),
    config: (config) => withDigestAt('00:00', config),
  });
  await bot.slack.workspace.until(() => bot.said()[0]);
});
afterEach(() => bot?.slack.faults.clear());
afterAll(() => bot?.close());

/** A new subject for each test, so that they do not see one another's messages. */
function aSubject(): string {
  count += 1;
  return `subject-${count}`;
}

function put(subject: string, says: string, channel: string): Promise<unknown> {
  const message = { type: 'alert', alert: anAlert(subject, says) } as const;
  return bot.memory.outbox.put({ channel, key: `alert.${subject}`, message });
}

async function want(subject: string, says: string, channel = PLATFORM): Promise<void> {
  await put(subject, says, channel);
  await bot.queue.ask({ type: 'deliver', channel });
}

const standing = (subject: string, channel = PLATFORM): readonly string[] =>
  bot.said(channel).filter((text) => text.includes(subject));

const calls = (method: string): number => bot.slack.calls.filter((call) => call.method === method).length;

async function settled(): Promise<void> {
  await eventually('everything is delivered', async () => {
    const open = await bot.memory.outbox.channelsWithPending();
    if (open.length > 0 && (await bot.queue.isIdle())) await bot.queue.ask({ type: 'tick' });
    return open.length === 0;
  });
}

describe('trouble with a post', () => {
  it.each<[string, CallFault]>([
    ['a rate limit', { kind: 'ratelimited', retryAfterSeconds: 1 }],
    ['an answer that was lost', { kind: 'lost-answer' }],
    ['a reset', { kind: 'reset' }],
    ['503', { kind: 'status', code: 503 }],
    ['a page of a proxy', { kind: 'status', code: 200 }],
    ['an error of Slack’s own', { kind: 'error', error: 'internal_error' }],
    ['a token that is refused for a while', { kind: 'error', error: 'invalid_auth' }],
  ])('%s: it stands there once', async (_, fault) => {
    const subject = aSubject();
    bot.slack.faults.on('chat.postMessage', fault);
    await want(subject, 'first');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('first')]);
    expect(await bot.memory.outbox.find(PLATFORM, `alert.${subject}`)).toMatchObject({ delivered: 1 });
  });

  it('what changed meanwhile is what is said', async () => {
    const subject = aSubject();
    bot.slack.faults.on('chat.postMessage', { kind: 'ratelimited', retryAfterSeconds: 2 });
    await want(subject, 'first');
    await bot.slack.workspace.until(() => true);
    await want(subject, 'second');
    await want(subject, 'third');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('third')]);
  });

  it('a lost answer, and newer content by then: the message that arrived gets it', async () => {
    const subject = aSubject();
    const posts = calls('chat.postMessage');
    bot.slack.faults.on('chat.postMessage', { kind: 'lost-answer' });
    await want(subject, 'first');
    await eventually('it was posted', async () => standing(subject).length === 1);
    await want(subject, 'second');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('second')]);
    expect(calls('chat.postMessage') - posts).toBe(1);
  });
});

describe('trouble with an update', () => {
  it.each<[string, CallFault]>([
    ['a rate limit', { kind: 'ratelimited', retryAfterSeconds: 1 }],
    ['an answer that was lost', { kind: 'lost-answer' }],
  ])('%s: the message has its latest content, and is the same message', async (_, fault) => {
    const subject = aSubject();
    await want(subject, 'first');
    await settled();
    bot.slack.faults.on('chat.update', fault);
    await want(subject, 'second');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('second')]);
  });

  it('a message that somebody deleted comes back with the next change', async () => {
    const subject = aSubject();
    await want(subject, 'first');
    await settled();
    await remove(subject);
    expect(standing(subject)).toEqual([]);
    await want(subject, 'second');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('second')]);
  });

  it('deleted, and the answer to its successor was lost: one successor', async () => {
    const subject = aSubject();
    await want(subject, 'first');
    await settled();
    await remove(subject);
    bot.slack.faults.on('chat.postMessage', { kind: 'lost-answer' });
    await want(subject, 'second');
    await settled();
    expect(standing(subject)).toEqual([expect.stringContaining('second')]);
  });
});

describe('an outage', () => {
  it('keeps what is wanted meanwhile: in order, the latest of each, once', async () => {
    const subjects = [aSubject(), aSubject(), aSubject()];
    const before = bot.said().length;
    bot.slack.faults.outage(true);
    for (const subject of subjects) await want(subject, 'first');
    await eventually('the worker met the outage', async () =>
      bot.logged.some((line) => line.includes('slack.unavailable')),
    );
    for (const subject of subjects.toReversed()) await want(subject, 'second');
    bot.clock.advance(86_400_000);
    await bot.queue.ask({ type: 'tick' });
    await eventually('the digest waits', async () => (await bot.memory.outbox.pending(PLATFORM)).length === 4);
    bot.slack.faults.outage(false);
    await settled();
    expect(bot.said().slice(before)).toEqual([
      ...subjects.map((subject) => expect.stringMatching(`${subject}.*second`)),
      expect.stringMatching(/digest/i),
    ]);
  });

  it('commands are answered again without a restart', async () => {
    bot.slack.faults.outage(true);
    bot.slack.faults.dropSockets();
    bot.slack.faults.outage(false);
    const isAnswered = async () => (await bot.slack.person('U0ADA').command('/drift', PLATFORM)).shown === undefined;
    await eventually('the socket is open again', isAnswered);
    expect(await bot.ask('/drift')).toMatch(/2 apps/);
  });
});

describe('two processes that speak in one channel', () => {
  it('say it once: the second leaves it to the first', async () => {
    const subject = aSubject();
    const client = makeWorkerClient({ botToken: bot.slack.botToken, apiUrl: bot.slack.apiUrl });
    const deliver = makeDeliverMessages({
      outbox: bot.memory.outbox,
      locks: bot.memory.locks,
      channels: makeChannels(client),
      clock: bot.clock,
      log: makeLog({ level: 'silent' }),
      newId: randomUUID,
      takeTurn: async () => undefined,
    });
    bot.slack.faults.on('chat.postMessage', { kind: 'slow', milliseconds: 300 }, 2);
    await put(subject, 'first', PLATFORM);
    const { signal } = new AbortController();
    const outcomes = await Promise.allSettled([deliver(PLATFORM, signal), deliver(PLATFORM, signal)]);
    expect(standing(subject)).toHaveLength(1);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a message that cannot be delivered', () => {
  it('a channel without the bot: it is set aside with a hint, other channels go on', async () => {
    const [lost, kept] = [aSubject(), aSubject()];
    await want(lost, 'first', 'C0GENERAL');
    await want(kept, 'first', PAYMENTS);
    await settled();
    expect(standing(kept, PAYMENTS)).toHaveLength(1);
    expect(standing(lost, 'C0GENERAL')).toHaveLength(0);
    expect(await bot.memory.outbox.find('C0GENERAL', `alert.${lost}`)).toMatchObject({
      refused: expect.stringContaining('/invite'),
    });
    expect(bot.logged.filter((line) => line.includes('set aside') && line.includes(lost))).toHaveLength(1);
  });

  it('an answer that was lost where the history may not be read: not said twice, and noted', async () => {
    const subject = aSubject();
    bot.slack.faults.on('chat.postMessage', { kind: 'lost-answer' });
    bot.slack.faults.on('conversations.history', { kind: 'error', error: 'missing_scope' }, 5);
    await want(subject, 'first');
    await settled();
    expect(standing(subject)).toHaveLength(1);
    expect(bot.logged.filter((line) => line.includes('may or may not have arrived'))).toHaveLength(1);
    await bot.tick();
    expect(standing(subject)).toHaveLength(1);
  });
});

function withDigestAt(at: string, config: Config): Config {
  const channels = config.slack.channels.map((channel) => ({ ...channel, digest: { ...channel.digest, at } }));
  return { ...config, slack: { ...config.slack, channels } };
}

async function remove(subject: string): Promise<void> {
  const { ts } = (await bot.memory.outbox.find(PLATFORM, `alert.${subject}`)) ?? {};
  await fetch(`${bot.slack.apiUrl}chat.delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bot.slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: PLATFORM, ts }),
  });
}
