import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../world/cluster/faults.ts';
import { eventually, PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';

/* An hour without Argo CD: answers from what was seen, one alert, its end noted in place, and not a word more. */

const MINUTE = 60_000;
let bot: RunningBot;
let port: number;

beforeAll(async () => {
  bot = await startRunningBot({ isStopped: true, world: { apps: 20 }, config: impatientAndWithoutDigest });
  ({ port } = await bot.start());
  await bot.slack.workspace.until(() => bot.said()[0]);
});
afterAll(() => bot?.close());

function impatientAndWithoutDigest(config: RunningBot['config']): RunningBot['config'] {
  const instances = config.instances.map((one) => ({ ...one, argocd: { ...one.argocd, timeout: 1000 } }));
  const channels = config.slack.channels.map((one) => ({ ...one, digest: { ...one.digest, enabled: false } }));
  return { ...config, instances, slack: { ...config.slack, channels } };
}

/** A scan that was asked for and came to its end, however it ended. */
async function attempt(): Promise<void> {
  await bot.queue.ask({ type: 'scan', instance: 'prod', reason: 'schedule' });
  await eventually('nothing is under way', () => bot.queue.isIdle());
}

const state = async () => ({
  rows: (await bot.memory.apps.rows('prod'))
    .map(({ key, version, findings }) => `${key} ${version} ${findings.length}`)
    .toSorted(),
  movements: await bot.memory.timeline.movements('prod', { from: '2000', to: '3000' }),
});

const outages: readonly (readonly [string, FaultEffect])[] = [
  ['resets connections', { kind: 'reset' }],
  ['answers nothing', { kind: 'hang' }],
  ['answers 503', { kind: 'status', code: 503 }],
  ['answers 500', { kind: 'status', code: 500, body: '{"code":2,"message":"dial tcp: connect: connection refused"}' }],
  ['answers with a page', { kind: 'garbage' }],
  ['refuses the token', { kind: 'status', code: 401 }],
  ['has no such address', { kind: 'status', code: 404 }],
];

describe.each(outages)('an Argo CD that %s for an hour', (_, effect) => {
  let before: Awaited<ReturnType<typeof state>>;
  let said: number;
  let heal: () => void;

  beforeAll(async () => {
    before = await state();
    said = bot.said().length;
    heal = bot.world.faults.add({ match: { path: '/' }, ...effect });
  });
  afterAll(() => heal());

  it('is not told of before it has lasted', async () => {
    await attempt();
    await bot.tick();
    expect(bot.said()).toHaveLength(said);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('is told once, however often it is asked', async () => {
    for (let minute = 0; minute < 60; minute += 20) {
      bot.clock.advance(20 * MINUTE);
      await attempt();
      await bot.tick();
    }
    expect(bot.said()).toHaveLength(said + 1);
    expect(bot.said().at(-1)).toMatch(/Argo CD prod does not answer/);
    expect(await state()).toEqual(before);
  });

  it('commands answer from what was seen, with its age and a banner', async () => {
    expect(await bot.ask('/drift', { until: /20 apps/ })).toMatch(
      /20 apps\) · scanned 1 h ago[\s\S]*has not answered for 1 h: .*[^.]\. What follows/,
    );
    expect(await bot.ask('/drift app-00016', { until: /as of/ })).toMatch(/as of 1 h/);
    await bot.ask('/drift app-00016', {
      until: /No live answer for `app-00016`: .*[^.]\. What stands above was seen 1 h ago/,
    });
    await bot.ask('/drift list', { until: /drifting resources/ });
    await bot.ask('/drift scan', { until: /The scan of \*prod\* failed: .*[^.]\. What is shown/ });
  });

  it('its end is noted where it was told, and nothing else is said', async () => {
    heal();
    await bot.scan();
    await bot.tick();
    expect(bot.said()).toHaveLength(said + 1);
    expect(bot.said().at(-1)).toMatch(/✓ \*Over\*: No answer from Argo CD prod/);
    const replies = bot.slack.workspace
      .messages(PLATFORM)
      .filter(({ ts, threadTs }) => threadTs !== undefined && threadTs !== ts);
    expect(replies.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Over after .*: No answer from Argo CD prod/),
    );
    expect((await state()).movements).toEqual(before.movements);
    expect(await bot.ask('/drift', { until: /20 apps/ })).not.toMatch(/has not answered/);
  });
});

describe('an Argo CD that lists its apps and tells no more of them', () => {
  it.each(['managed-resources', 'resource-tree'])('%s: nothing counts as fixed, and nothing is said', async (route) => {
    const before = await state();
    const said = bot.said().length;
    const heal = bot.world.faults.add({ match: { path: new RegExp(route) }, kind: 'status', code: 503 });
    await bot.scan({ full: true });
    heal();
    expect((await state()).movements).toEqual(before.movements);
    await bot.scan({ full: true });
    await bot.tick();
    expect((await state()).movements).toEqual(before.movements);
    expect(bot.said()).toHaveLength(said);
  });

  it('/drift app says what could not be checked, and gives no all-clear', async () => {
    const heal = bot.world.faults.add({ match: { path: /managed-resources/ }, kind: 'garbage' });
    const said = await bot.ask('/drift app-00016', { until: /No live answer/ });
    heal();
    expect(said).toMatch(/No live answer.*what Argo CD compares: /);
    expect(said).not.toMatch(/live just now/);
  });
});
