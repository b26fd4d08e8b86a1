import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLog } from '../../src/adapters/log/pino-log.ts';
import { type DigestOptions, digest } from '../../src/cli/digest.ts';
import { openDigestDesk } from '../../src/main/digest-desk.ts';
import { PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/** `plumbline digest` beside a running service, on the same memory. */
describe('plumbline digest', () => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot();
    await bot.slack.workspace.until(() => bot.said()[0]);
  });
  afterAll(() => bot?.close());

  async function run(options: DigestOptions) {
    const written: string[] = [];
    const log = makeLog({ level: 'silent' });
    const io = {
      out: { write: (text: string) => void written.push(text) },
      err: process.stderr,
      in: [],
      env: {},
    } as never;
    const config = { ...bot.config, redis: { ...bot.config.redis, url: bot.redis.url } };
    const deps = {
      openDigestDesk: () => openDigestDesk(config, { log, clock: bot.clock, path: '' }),
      now: bot.clock.now,
    };
    const code = await digest(options, deps, io);
    return { code, out: written.join('') };
  }

  it('prints what it would say and posts nothing on a dry run', async () => {
    const { code, out } = await run({ dryRun: true });
    expect(code).toBe(0);
    expect(out).toMatch(/Drift digest · \d{4}-\d\d-\d\d · C0PLATFORM · 20 of 52 apps OutOfSync, 4 not Healthy/);
    expect(out).toMatch(/argo-rollouts: Progressing for \d+ d, CrashLoopBackOff/);
    expect(bot.said()).toHaveLength(1);
  });

  it('posts the digest of any instant, once', async () => {
    const now = new Date(bot.clock.now().getTime() + 86_400_000).toISOString();
    await run({ channel: PLATFORM, now });
    expect(bot.said()).toHaveLength(2);
    await run({ channel: PLATFORM, now });
    expect(bot.said()).toHaveLength(2);
  });

  it('prints the contract with --json', async () => {
    const { out } = await run({ dryRun: true, json: true });
    expect(JSON.parse(out)).toMatchObject({ kind: 'daily', channel: PLATFORM, totals: { apps: 52 } });
  });

  it.each([
    [{ channel: 'C0NOWHERE' }, /is not configured/],
    [{ now: 'yesterday' }, /is not a time/],
  ])('says in a sentence what is wrong with %j', async (options, expected) => {
    await expect(run({ dryRun: true, ...options })).rejects.toThrow(expected);
  });
});
