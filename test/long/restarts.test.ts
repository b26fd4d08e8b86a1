import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppRow } from '../../src/core/memory/app-record.ts';
import { eventually, PLATFORM, type RunningBot, startRunningBot } from '../support/running-bot.ts';
import { makeServing, type ServeProcess, type Serving } from '../support/serve-process.ts';

/*
 * Worker processes come and go: killed in the middle of a batch, killed between a post and its record, told to stop, several at
 * once. Afterwards everything is as if nothing had happened.
 */

const DRIFTING = 60;
let bot: RunningBot;
let serving: Serving;

beforeAll(async () => {
  [bot, serving] = await Promise.all([startRunningBot({ isStopped: true, world: { apps: 300 } }), makeServing()]);
});
afterEach(() => {
  bot?.world.faults.clear();
  bot?.slack.faults.clear();
});
afterAll(async () => {
  await serving?.close();
  await bot?.close();
});

async function startWorker(): Promise<ServeProcess> {
  const { world, slack, redis, config } = bot;
  const worker = await serving.serve({
    args: ['--role', 'worker'],
    env: { LOG_LEVEL: 'info' },
    config: {
      instances: [
        { name: 'prod', argocd: { server: world.argocd.server, token: world.argocd.token, requestsPerSecond: 1000 } },
      ],
      scan: { every: '1h' },
      redis: { url: redis.url, prefix: config.redis.prefix },
      slack: {
        botToken: slack.botToken,
        appToken: slack.appToken,
        apiUrl: slack.apiUrl,
        channels: [{ id: PLATFORM, projects: ['*'], digest: { at: '00:00', timeZone: 'UTC' } }],
      },
      http: { port: 0 },
    },
  });
  await worker.ready();
  return worker;
}

async function stop(worker: ServeProcess): Promise<void> {
  worker.signal('SIGTERM');
  expect(await worker.exited()).toBe(0);
}

const rowsOf = async (): Promise<readonly AppRow[]> =>
  (await bot.memory.apps.rows('prod')).toSorted((a, b) => a.key.localeCompare(b.key));

const hasEnded = async () => (await bot.memory.scans.lastScan('prod'))?.finishedAt !== undefined;

/** How often each app was looked at since. */
function looksSince(first: number): ReadonlyMap<string, number> {
  const looked = bot.world.requests
    .slice(first)
    .flatMap((request) => /applications\/(app-\d+)\/managed-resources/.exec(request)?.[1] ?? []);
  return new Map(Object.entries(Object.groupBy(looked, (app) => app)).map(([app, all]) => [app, all?.length ?? 0]));
}

async function metric(worker: ServeProcess, name: string): Promise<number> {
  const port = /on port (\d+)/.exec(worker.said())?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name}{[^}]*} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

describe('the first scan', () => {
  it('killed in the middle of a batch: another worker finishes it, and no clock starts again', async () => {
    const heal = bot.world.faults.add({ match: { path: /app-0000[5-9]\/managed-resources/ }, kind: 'hang' });
    const first = await startWorker();
    await eventually('some apps were looked at', async () =>
      (await rowsOf()).some(({ findings }) => findings.length > 0),
    );
    first.signal('SIGKILL');
    await first.exited();
    const before = (await rowsOf()).filter(({ findings }) => findings.length > 0);
    expect(await hasEnded()).toBe(false);
    heal();

    bot.slack.faults.on('chat.postMessage', { kind: 'no-answer' });
    const second = await startWorker();
    await eventually('the scan has ended', hasEnded);
    const after = new Map((await rowsOf()).map((row) => [row.key, row]));
    expect(await bot.memory.snapshots.snapshot('prod')).toMatchObject({ apps: 300, outOfSync: DRIFTING });
    for (const row of before) expect(after.get(row.key)?.outOfSyncSince).toBe(row.outOfSyncSince);

    await bot.slack.workspace.until(() => bot.said()[0]);
    second.signal('SIGKILL');
    await second.exited();
    expect(await bot.memory.outbox.channelsWithPending()).toEqual([PLATFORM]);
  });

  it('killed between the post and its record: the next worker finds what stands there', async () => {
    const third = await startWorker();
    await eventually('it is settled', async () => (await bot.memory.outbox.channelsWithPending()).length === 0);
    expect(bot.said()).toHaveLength(1);
    expect(bot.slack.calls.filter(({ method }) => method === 'chat.postMessage')).toHaveLength(1);
    await bot.tick();
    expect(bot.said()).toHaveLength(1);
    await stop(third);
  });
});

describe('later scans', () => {
  it('two workers share one, and look at every app once', async () => {
    bot.world.faults.add({ match: { path: /managed-resources/ }, kind: 'latency', milliseconds: 60 });
    const workers = await Promise.all([startWorker(), startWorker()]);
    const before = await rowsOf();
    const from = bot.world.requests.length;
    await bot.scan({ full: true });
    const looks = looksSince(from);
    expect(looks.size).toBe(DRIFTING);
    expect(new Set(looks.values()).size).toBe(1);
    const shares = await Promise.all(workers.map((worker) => metric(worker, 'plumbline_looks_total')));
    expect(Math.min(...shares)).toBeGreaterThan(0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(DRIFTING);
    expect(clocksOf(await rowsOf())).toEqual(clocksOf(before));
    await Promise.all(workers.map(stop));
  });

  it('told to stop in the middle of one: what is begun is finished, the rest is for the next', async () => {
    bot.world.faults.add({ match: { path: /managed-resources/ }, kind: 'latency', milliseconds: 60 });
    const first = await startWorker();
    const from = bot.world.requests.length;
    await bot.queue.ask({ type: 'scan', instance: 'prod', reason: 'person', full: true });
    await eventually('it looks', async () => looksSince(from).size > 0);
    await stop(first);
    expect(await hasEnded()).toBe(false);
    const second = await startWorker();
    await eventually('the scan has ended', hasEnded);
    const looks = looksSince(from);
    expect(looks.size).toBe(DRIFTING);
    expect(new Set(looks.values()).size).toBe(1);
    await stop(second);
    expect(bot.said()).toHaveLength(1);
  });
});

const clocksOf = (rows: readonly AppRow[]) =>
  rows.map(({ key, outOfSyncSince, clock }) => ({ key, outOfSyncSince, since: clock.notHealthySince }));
