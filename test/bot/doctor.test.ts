import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/schema.ts';
import { SLACK_NEEDS } from '../../src/ports/slack-rights.ts';
import { BOT_USER } from '../../world/slack/default-workspace.ts';
import { PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/* `/drift doctor` through real Bolt, over a real Redis: nothing wrong, and one thing wrong at a time. */

const GREEN = /prod, Slack and Redis are fine: \d+ checks passed/;
const EVERY_SCOPE = SLACK_NEEDS.map(({ scope }) => scope);
const DAY_MS = 86_400_000;

/** What is read, without what makes it bold. */
async function examine(bot: RunningBot): Promise<string> {
  return (await bot.ask('/drift doctor', { until: /checks? (passed|failed)/ })).replace(/[*`]/g, '');
}

describe('/drift doctor', () => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot();
    await bot.slack.workspace.until(() => bot.said()[0]);
  });
  afterAll(() => bot?.close());

  async function setRedis(name: string, value: string): Promise<void> {
    const redis = await bot.redis.connect();
    await redis.call('CONFIG', 'SET', name, value);
  }

  describe('with one thing wrong', () => {
    afterEach(async () => {
      bot.slack.admin.join(PLATFORM, BOT_USER);
      bot.slack.admin.setScopes(EVERY_SCOPE);
      bot.slack.admin.setPlan('paid');
      await setRedis('maxmemory-policy', 'noeviction');
      await setRedis('appendonly', 'yes');
      expect(await examine(bot)).toMatch(GREEN);
    });

    it('a channel without the bot', async () => {
      bot.slack.admin.leave(PLATFORM, BOT_USER);
      const text = await examine(bot);
      expect(text).toMatch(/^1 of \d+ checks failed/);
      expect(text).toContain('✗ Slack: channel C0PLATFORM: the bot is not in #platform: nothing can be posted there');
      expect(text).toContain('→ type in #platform: /invite @plumbline');
    });

    it('a scope that a feature needs', async () => {
      bot.slack.admin.setScopes(EVERY_SCOPE.filter((scope) => scope !== 'files:write'));
      const text = await examine(bot);
      expect(text).toMatch(/^1 of \d+ checks failed/);
      expect(text).toContain('✗ Slack: scope files:write: missing: a diff that is too long for a message is not sent');
      expect(text).toContain('paste manifest.yml, save, then Reinstall to Workspace');
    });

    it('optional scopes, which are said and fail nothing', async () => {
      bot.slack.admin.setScopes(EVERY_SCOPE.filter((scope) => !/^channels:/.test(scope)));
      const text = await examine(bot);
      expect(text).toMatch(GREEN);
      expect(text).toContain('• Slack: scope channels:history: missing: after a crash, a message');
      expect(text).toContain(
        '• Slack: channel C0PLATFORM: whether the bot is in it cannot be seen without channels:read',
      );
    });

    it('user groups on a plan that has none', async () => {
      bot.slack.admin.setPlan('free');
      const text = await examine(bot);
      expect(text).toContain('✗ Slack: user groups: Slack refused: plan_upgrade_required');
      expect(text).toContain('→ user groups need a paid Slack plan: name people under policy.roles..users instead');
    });

    it('a Redis that may throw things away', async () => {
      await setRedis('maxmemory-policy', 'allkeys-lru');
      const text = await examine(bot);
      expect(text).toMatch(/^1 of \d+ checks failed/);
      expect(text).toContain('✗ Redis: keeps what it is given: Redis would throw away what Plumbline remembers');
      expect(text).toContain('redis-cli CONFIG SET maxmemory-policy noeviction');
    });

    it('a Redis that forgets when it is restarted', async () => {
      await setRedis('appendonly', 'no');
      const text = await examine(bot);
      expect(text).toContain('✗ Redis: survives a restart: Redis');
      expect(text).toContain('appendonly yes');
    });
  });

  it('says what it looked at when all is well, also when everybody’s clock was moved', async () => {
    bot.clock.advance(DAY_MS);
    const text = await examine(bot);
    expect(text).toMatch(GREEN);
    expect(text).toMatch(/✓ Slack: settings \(Socket Mode\), the token is accepted \(as plumbline in Plumbline demo\)/);
    expect(text).toMatch(/✓ Redis: answers \(in [\d.]+ ms\), is new enough \((Redis|Valkey) \d/);
    expect(text).toMatch(/changes \(observe only/);
    expect(text).not.toMatch(/✗|•/);
  });

  it('was refused nothing that it did not have to ask', () => {
    expect(bot.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe('/drift doctor with a configuration that Slack does not know', () => {
  let bot: RunningBot;
  const channels = ['C0NOWHERE', '#platform', 'C0PAYMENTS'];
  const wrong = (config: Config): Config => ({
    ...config,
    slack: {
      ...config.slack,
      channels: channels.flatMap((id) => config.slack.channels.map((channel) => ({ ...channel, id }))),
    },
    policy: { ...config.policy, roles: { developer: { users: [], groups: ['S0NOBODY', 'S0OLD'] } } },
  });
  beforeAll(async () => {
    bot = await startRunningBot({ config: wrong, aheadMs: 400_000 });
    bot.slack.admin.archive('C0PAYMENTS');
    bot.slack.admin.setGroup({ id: 'S0OLD', handle: 'old', name: 'Old', users: ['U0ADA'], isDisabled: true });
  });
  afterAll(() => bot?.close());

  it('names each id with what to do about it', async () => {
    const text = await examine(bot);
    expect(text).toMatch(/channel C0NOWHERE: there is no such channel, or it is private[\s\S]*correct C0NOWHERE under/);
    expect(text).toMatch(
      /channel #platform: there is no such[\s\S]*replace #platform by the channel’s id, such as C0123/,
    );
    expect(text).toMatch(/channel C0PAYMENTS: #payments is archived[\s\S]*take C0PAYMENTS out of slack\.channels/);
    expect(text).toMatch(/user group S0NOBODY: Slack has no such user group: it makes nobody developer/);
    expect(text).toMatch(/user group S0OLD: @old is disabled[\s\S]*take S0OLD out of policy\.roles\.developer\.groups/);
  });

  it('names every clock that is not as ours', async () => {
    const text = await examine(bot);
    expect(text).toMatch(/✗ prod: clock: 6 min behind ours: it says 20[\dT:-]+Z, ours 20[\dT:-]+Z/);
    expect(text).toMatch(/✗ prod: cluster prod: clock: 6 min behind ours/);
    expect(text).toMatch(
      /✗ Slack: clock: 6 min behind ours[^→]*from 5 min on, commands and buttons[^→]*count as forged/,
    );
    expect(text).toContain('→ set the clock that is wrong by NTP: timedatectl set-ntp true');
  });
});
