import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../world/slack/workspace/types.ts';
import { type CrashProxy, makeCrashProxy } from '../../support/crash-proxy.ts';
import { type DurableRedis, startDurableRedis } from '../../support/durable-redis.ts';
import { ADA, GRACE, type RemedyBot, startRemedyBot, words } from '../../support/remedy-bot.ts';
import { PLATFORM } from '../../support/running-bot.ts';
import { makeServing, type Serving } from '../../support/serve-process.ts';

/* A click that Slack was told has arrived is recorded, or whoever clicked was told that it is not. */

let remedy: RemedyBot;
let redis: DurableRedis;
let proxy: CrashProxy;
let serving: Serving;
let message: Message;

beforeAll(async () => {
  [redis, serving] = await Promise.all([startDurableRedis(), makeServing()]);
  proxy = makeCrashProxy();
  const slack = { ackTimeoutMs: 30_000 };
  remedy = await startRemedyBot({ redis, slack });
  message = await remedy.request('gitea', { as: ADA });
});
afterAll(async () => {
  await serving?.close();
  await proxy?.close();
  await remedy?.close();
});

const planId = async (): Promise<string> => {
  const [id] = await remedy.bot.memory.plans.tended();
  return id ?? '';
};
const approvals = async () => {
  const record = await remedy.bot.memory.plans.find(await planId());
  return record?.approval.filter(({ type }) => type === 'approve').length;
};

/** The same bot as a process of its own, whose Redis is behind the proxy. */
async function startBotProcess() {
  const { world, slack, config } = remedy.bot;
  const [instance] = config.instances;
  const { roles, grants } = config.policy;
  const bot = await serving.serve({
    args: ['--role', 'bot'],
    env: { LOG_LEVEL: 'info' },
    config: {
      instances: [
        {
          name: instance?.name,
          argocd: { server: world.argocd.server, token: world.argocd.token },
          remediation: { enabled: true, argocdToken: world.argocd.writeToken },
        },
      ],
      policy: { roles, grants },
      redis: { url: await proxy.redis(new URL(redis.url)), prefix: config.redis.prefix },
      slack: {
        botToken: slack.botToken,
        appToken: slack.appToken,
        apiUrl: slack.apiUrl,
        channels: [{ id: PLATFORM, projects: ['*'] }],
      },
      http: { port: 0 },
    },
  });
  await bot.ready();
  return bot;
}

describe('a click on Approve', () => {
  it('while Redis is dead is told that it may not be recorded', async () => {
    await redis.kill();
    const told = await remedy.told(message, 'Approve', GRACE);
    expect(told).toMatch(/Redis does not answer[\s\S]*may not be recorded. Press again; a decision counts once/);
    await redis.start();
    expect(await approvals()).toBe(0);
  });

  it('whose process is killed before it is recorded is not acknowledged: Slack says that it failed', async () => {
    await remedy.bot.stop();
    const bot = await startBotProcess();
    proxy.watch((call) => call, { call: 'record approve', when: 'before', kill: () => bot.signal('SIGKILL') });
    const before = remedy.bot.slack.workspace.ephemerals(GRACE).length;
    const { shown } = await remedy.bot.slack.person(GRACE).press(remedy.current(message), 'Approve');
    expect(await bot.exited()).toBeNull();
    expect(shown).toMatch(/operation_timeout|dispatch_failed/);
    expect(remedy.bot.slack.workspace.ephemerals(GRACE)).toHaveLength(before);
    expect(await approvals()).toBe(0);
  });

  it('whose process is killed once it is recorded counts, though nobody was told', async () => {
    const bot = await startBotProcess();
    // the first call finds that Redis, which was restarted, does not know the script
    proxy.watch((call) => call, { call: 'record approve (2)', when: 'after', kill: () => bot.signal('SIGKILL') });
    await remedy.bot.slack.person(GRACE).press(remedy.current(message), 'Approve');
    expect(await bot.exited()).toBeNull();
    expect(await approvals()).toBe(1);
    await remedy.bot.start();
    expect(await remedy.becomes(message, /Verified/)).toMatch(/Approved by @U0GRACE/);
    expect(words(remedy.current(message))).toMatch(/6 objects gone/);
  });
});
