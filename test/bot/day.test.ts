import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../support/memory-builders.ts';
import { PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One story, told in order: each step builds on the one before. */
describe('a day in the story', () => {
  let bot: RunningBot;
  beforeAll(async () => {
    bot = await startRunningBot();
    await bot.slack.workspace.until(() => bot.said()[0]);
  });
  afterAll(() => bot?.close());

  const digests = (): readonly string[] =>
    bot.said().filter((text) => /First report|Drift digest|Nothing moved/.test(text));
  const deeds = () => {
    if (bot.world.deeds === null) throw new TypeError('the story has deeds');
    return bot.world.deeds;
  };
  /** Two scans and more than the longest grace apart, so that what is there counts as there to stay. */
  const confirm = async (): Promise<void> => {
    await bot.scan();
    bot.clock.advance(31 * MINUTE);
    await bot.scan();
  };
  const nextMorning = async (): Promise<string> => {
    const before = digests().length;
    const now = bot.clock.now().getTime();
    // a look between scans publishes too, and then tells what is due: the scan comes before nine o'clock in Berlin, summer or winter
    bot.clock.advance(DAY - (now % DAY) + 7 * HOUR - MINUTE);
    await bot.world.settle();
    await bot.scan();
    bot.clock.advance(2 * HOUR);
    await bot.tick();
    expect(digests()).toHaveLength(before + 1);
    return digests().at(-1) ?? '';
  };

  it('starts with the baseline, once, however often the clock is asked', async () => {
    await bot.tick();
    await bot.tick();
    expect(digests()).toHaveLength(1);
    expect(bot.said()).toHaveLength(1);
  });

  it('has nothing to tell on a day on which nothing moved', async () => {
    await confirm();
    const digest = await nextMorning();
    expect(digest).not.toMatch(/New:|Grew:|Fixed:/);
    expect(digest).toMatch(/Not Healthy for long: 4/);
  });

  it('tells an upgrade that adds one default to every ExternalSecret as one new line', async () => {
    await deeds().upgradeExternalSecrets();
    await confirm();
    const digest = await nextMorning();
    expect(digest.split('\n').filter((line) => /CRD or API default/.test(line))).toHaveLength(1);
    expect(digest).toMatch(/Grew: \d patterns?[\s\S]*16 ExternalSecrets[\s\S]*64 differences; now 80 differences/);
    expect(digest).not.toMatch(/New:|Fixed:/);
  });

  it('tells a fix in Git as resolved, with its proof', async () => {
    await deeds().fixInGit('*');
    await bot.world.settle();
    await confirm();
    expect(await nextMorning()).toMatch(
      /Fixed[\s\S]*10 apps · 16 objects[\s\S]*Synced with `[0-9a-f]+`, \d+ \w+ after the commit/,
    );
  });

  it('keeps the clock of an app that flaps between Progressing and Degraded', async () => {
    const clockOf = async () => (await bot.memory.apps.records('prod', ['argocd/cert-manager']))[0]?.clock;
    const app = await bot.memory.apps.records('prod', ['argocd/cert-manager']);
    expect(app).toHaveLength(1);
    await deeds().flap('cert-manager', 'Degraded');
    await bot.scan();
    const since = (await clockOf())?.notHealthySince;
    expect(since).toBeDefined();
    for (const health of ['Progressing', 'Healthy', 'Degraded'] as const) {
      bot.clock.advance(3 * MINUTE);
      await deeds().flap('cert-manager', health);
      await bot.scan();
    }
    expect((await clockOf())?.notHealthySince).toBe(since);
  });

  it('loses nothing and repeats nothing when bot, worker and Redis restart', async () => {
    await bot.tick();
    const before = bot.said();
    const findings = (await bot.memory.apps.records('prod', ['argocd/infisical']))[0]?.findings.map(
      ({ firstSeen }) => firstSeen,
    );
    await bot.stop();
    await bot.restartRedis();
    await bot.start();
    await bot.scan();
    await bot.tick();
    expect(bot.said()).toEqual(before);
    expect(
      (await bot.memory.apps.records('prod', ['argocd/infisical']))[0]?.findings.map(({ firstSeen }) => firstSeen),
    ).toEqual(findings);
  });

  it('was refused nothing by Slack', () => {
    expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(bot.slack.workspace.messages(PLATFORM).length).toBeGreaterThan(3);
  });
});
