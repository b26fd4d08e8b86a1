import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSlack } from '../../slack/start-slack.ts';
import { aClock, aSlack, closeAll, silent, type TestClock } from './support.ts';

let clock: TestClock;
let slack: RunningSlack;
let client: WebClient;

beforeEach(async () => {
  clock = aClock();
  slack = await aSlack({ clock });
  client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 500,
    logger: silent,
  });
});
afterEach(closeAll);

const post = (channel = 'C0PLATFORM') => client.chat.postMessage({ channel, text: 'hello' });
const texts = () => slack.workspace.messages('C0PLATFORM').map(({ text }) => text);

describe('a fault', () => {
  it('limits the rate of so many calls, then lets go', async () => {
    slack.faults.on('chat.postMessage', { kind: 'ratelimited', retryAfterSeconds: 7 }, 2);
    await expect(post()).rejects.toMatchObject({ code: 'slack_webapi_rate_limited_error', retryAfter: 7 });
    await expect(post()).rejects.toMatchObject({ retryAfter: 7 });
    await client.auth.test();
    expect((await post()).ok).toBe(true);
  });

  it.each([
    [{ kind: 'status', code: 503 } as const, { code: 'slack_webapi_http_error', statusCode: 503 }],
    [{ kind: 'reset' } as const, { code: 'slack_webapi_request_error' }],
    [{ kind: 'hang' } as const, { code: 'slack_webapi_request_error' }],
    [{ kind: 'error', error: 'fatal_error' } as const, { data: { error: 'fatal_error' } }],
  ])('%o loses the call', async (fault, error) => {
    slack.faults.on('chat.postMessage', fault);
    await expect(post()).rejects.toMatchObject(error);
    expect(texts()).toEqual([]);
  });

  it('can lose the answer only: the message is there', async () => {
    slack.faults.on('chat.postMessage', { kind: 'lost-answer' });
    await expect(post()).rejects.toMatchObject({ code: 'slack_webapi_request_error' });
    expect(texts()).toEqual(['hello']);
  });

  it('is taken back, or cleared with all others', async () => {
    const back = slack.faults.on('*', { kind: 'status', code: 500 }, 10);
    back();
    slack.faults.outage(true);
    await expect(post()).rejects.toMatchObject({ statusCode: 503 });
    slack.faults.clear();
    expect((await post()).ok).toBe(true);
  });
});

describe('rate limits, when asked for', () => {
  it('allow one message a second and channel, with a short burst', async () => {
    slack.admin.setRateLimits(true);
    await Promise.all([post(), post(), post()]);
    await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
    expect((await post('C0PAYMENTS')).ok).toBe(true);
    clock.advance(1000);
    expect((await post()).ok).toBe(true);
    await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
  });

  it('allow a tier 2 method twenty times a minute', async () => {
    slack.admin.setRateLimits(true);
    for (let i = 0; i < 20; i += 1) await client.usergroups.list();
    await expect(client.usergroups.list()).rejects.toMatchObject({ retryAfter: 60 });
    clock.advance(60_000);
    expect((await client.usergroups.list()).ok).toBe(true);
  });

  it('are off by default', async () => {
    for (let i = 0; i < 10; i += 1) await post();
    expect(texts()).toHaveLength(10);
  });
});

describe('the log of calls', () => {
  it('has every call with its arguments and how it ended', async () => {
    await post();
    await post('C0NOWHERE').catch(() => undefined);
    expect(slack.calls).toEqual([
      { method: 'chat.postMessage', at: clock.now(), args: { channel: 'C0PLATFORM', text: 'hello' } },
      {
        method: 'chat.postMessage',
        at: clock.now(),
        args: { channel: 'C0NOWHERE', text: 'hello' },
        error: 'channel_not_found',
      },
    ]);
  });
});
