import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_MS } from '../../src/adapters/redis/connect.ts';
import { type DurableRedis, startDurableRedis } from '../support/durable-redis.ts';
import { limitedTo } from '../support/pace.ts';
import { eventually, PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/* Redis goes away and comes back: people get a sentence at once, nothing is forgotten, nobody has to restart anything. */

/** A silent Redis is given up soon; everything else has its time. */
const pace = limitedTo({ [COMMAND_MS]: 300 });

let bot: RunningBot;
let redis: DurableRedis;

beforeAll(async () => {
  redis = await startDurableRedis();
  bot = await startRunningBot({ redis, pace, world: { apps: 100 } });
  await bot.slack.workspace.until(() => bot.said()[0]);
});
afterAll(() => bot?.close());

const lastAck = () => bot.slack.deliveries.at(-1)?.ack;

const firstSeen = async () =>
  (await bot.memory.apps.rows('prod')).map(({ key, outOfSyncSince }) => `${key} ${outOfSyncSince}`).toSorted();

describe.each([
  ['dead', () => redis.kill(), () => redis.start()],
  ['silent', async () => redis.freeze(), async () => redis.thaw()],
] as const)('while Redis is %s', (_, goAway, comeBack) => {
  beforeAll(() => goAway());

  it.each(['/drift', '/drift app-00003', '/drift list', '/drift scan', '/drift digest'])(
    '%s is acknowledged at once and answered with a sentence and a hint',
    async (typed) => {
      const text = await bot.ask(typed);
      expect(text).toMatch(/Redis does not answer|The queue does not answer/i);
      expect(text).toMatch(/→ Check that Redis runs/i);
      expect(text).not.toMatch(/ at .*\.ts/);
      expect(lastAck()).toMatchObject({ status: 'acked' });
    },
  );

  it('help needs no Redis', async () => {
    expect(await bot.ask('/drift help')).toMatch(/\/drift app NAME/);
  });

  it('afterwards commands, scans and messages go on by themselves', async () => {
    await comeBack();
    await eventually('commands are answered', async () => /100 apps/.test(await bot.ask('/drift')));
    await bot.scan();
    const said = bot.said().length;
    await bot.tick();
    expect(bot.said()).toHaveLength(said);
    expect(said).toBe(1);
  });
});

describe('Redis dies in the middle of a scan', () => {
  it('the scan ends, with every clock as it was and nothing said twice', async () => {
    const before = await firstSeen();
    const heal = bot.world.faults.add({ match: { path: /managed-resources/ }, kind: 'latency', milliseconds: 100 });
    const from = bot.world.requests.length;
    await bot.queue.ask({ type: 'scan', instance: 'prod', reason: 'person', full: true });
    await eventually('apps are looked at', async () =>
      bot.world.requests.slice(from).some((request) => request.includes('managed-resources')),
    );
    await redis.kill();
    await redis.start();
    heal();
    await eventually('the scan has ended', async () => {
      const last = await bot.memory.scans.lastScan('prod');
      return last?.finishedAt !== undefined && last.done === last.of;
    });
    expect(await bot.memory.snapshots.snapshot('prod')).toMatchObject({ apps: 100, outOfSync: 20, notObserved: [] });
    expect(await firstSeen()).toEqual(before);
    await bot.tick();
    expect(bot.said(PLATFORM)).toHaveLength(1);
  });
});
