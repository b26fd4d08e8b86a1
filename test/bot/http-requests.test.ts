import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../world/slack/http-delivery/sign.ts';
import { eventually, PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/* HTTP mode: what Slack did not sign, or signed long ago, is refused and does nothing; what it sends twice does no harm. */

let bot: RunningBot;
let url: string;

beforeAll(async () => {
  bot = await startRunningBot({ isStopped: true, mode: 'http', world: { apps: 2 } });
  const { port } = await bot.start();
  url = `http://127.0.0.1:${port}/slack/events`;
  await bot.slack.workspace.until(() => bot.said()[0]);
  await eventually('the first scan is over', () => bot.queue.isIdle());
});
afterAll(() => bot?.close());

const body = new URLSearchParams({
  command: '/drift',
  text: 'scan',
  user_id: 'U0ADA',
  channel_id: PLATFORM,
  team_id: 'T0',
  api_app_id: 'A0PLUMBLINE',
  response_url: 'http://127.0.0.1:1/',
  trigger_id: '1',
}).toString();

const now = (): number => Math.floor(Date.now() / 1000);
const signed = (secret: string, seconds: number, text = body) => signatureHeaders(secret, text, seconds);

function post(headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
}

describe('a request that is refused', () => {
  it.each<[string, () => Readonly<Record<string, string>>]>([
    ['unsigned', () => ({})],
    ['without a signature', () => ({ 'x-slack-request-timestamp': String(now()) })],
    ['signed with another secret', () => signed('somebody else', now())],
    ['signed over another body', () => signed(bot.slack.signingSecret, now(), 'command=/drift&text=help')],
    ['signed six minutes ago', () => signed(bot.slack.signingSecret, now() - 360)],
    ['signed for tomorrow', () => signed(bot.slack.signingSecret, now() + 86_400)],
    ['signed at no time', () => ({ ...signed(bot.slack.signingSecret, now()), 'x-slack-request-timestamp': 'soon' })],
  ])('%s: 401, and nothing happens', async (_, headers) => {
    const before = await bot.memory.scans.lastScan('prod');
    const response = await post(headers());
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('');
    expect(await bot.queue.isIdle()).toBe(true);
    expect(await bot.memory.scans.lastScan('prod')).toEqual(before);
  });

  it('the same, signed well, is taken: the table above refuses for the right reason', async () => {
    expect((await post(signed(bot.slack.signingSecret, now()))).status).toBe(200);
  });
});

describe('a delivery that comes twice', () => {
  it('a command: each is answered, nothing is posted', async () => {
    const said = bot.said().length;
    bot.slack.faults.duplicateDeliveries(1);
    expect(await bot.ask('/drift', { until: /2 apps/ })).toMatch(/2 apps/);
    expect(bot.said()).toHaveLength(said);
  });

  it('a scan: one is done', async () => {
    bot.slack.faults.duplicateDeliveries(1);
    await bot.ask('/drift scan', { until: /2 apps/ });
    expect(bot.slack.deliveries.filter(({ ack }) => ack.status !== 'acked')).toEqual([]);
    expect(bot.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
