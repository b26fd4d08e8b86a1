import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { makeLog } from '../../src/adapters/log/pino-log.ts';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { makeMemory } from '../../src/adapters/redis/client.ts';
import { connectRedis } from '../../src/adapters/redis/connect.ts';
import { DEFAULT_PREFIX } from '../../src/adapters/redis/keys.ts';
import { startPrivateRedis } from '../../src/adapters/redis/private-redis.ts';
import { makeQueue } from '../../src/jobs/queue.ts';
import { makeToken } from '../../world/argocd/api/session.ts';
import { type RunningSlack, startSlack } from '../../world/slack/start-slack.ts';
import type { ServerOrder } from '../scan/protocol.ts';
import { CHANNEL, crowd } from './people.ts';
import { type ServingProcess, serve } from './services.ts';

/** As in production: Argo CD, Redis, bot and worker are processes of their own. Slack is here, with the crowd. */
export interface Stage {
  readonly slack: RunningSlack;
  readonly bot: ServingProcess;
  readonly worker: ServingProcess;
  /** From asking to published, in seconds. */
  scan(options: { readonly full: boolean }): Promise<number>;
  /** What was asked of Argo CD so far is not what the next `change` makes ready again. */
  forgetAsked(): Promise<void>;
  /**
   * Moves this share of the apps. What was asked since `forgetAsked` is rendered and packed anew before anything is
   * measured: that costs the simulator more than it would cost an Argo CD.
   */
  change(share: number): Promise<void>;
  /** Bytes that one overview, and all rows of a list, are read from. */
  storedBytes(): Promise<{ readonly snapshot: number; readonly rows: number; readonly patterns: number }>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly apps: number;
  readonly people: number;
  readonly requestsPerSecond: number;
}

const INSTANCE = 'prod';
const clock = { now: () => new Date() };

export async function setStage({ apps, people, requestsPerSecond }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  const token = makeToken('bench');
  const fleet = fork(fileURLToPath(new URL('../scan/fleet-server.ts', import.meta.url)), [String(apps), token]);
  const { url: server } = await next<{ url: string }>(fleet);
  const redis = await startPrivateRedis({ folder: join(folder, 'redis'), path: process.env.PATH ?? '' });
  const slack = await startSlack(crowd(people));
  const config = join(folder, 'plumbline.yml');
  const argocd = { server, token, requestsPerSecond, timeout: '10m' };
  await writeFile(
    config,
    stringify({
      instances: [{ name: INSTANCE, argocd }],
      slack: { channels: [{ id: CHANNEL }] },
      scan: { every: '24h' },
    }),
  );
  const env = {
    PATH: process.env.PATH,
    PLUMBLINE_CONFIG: config,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    REDIS_URL: redis.url,
    PORT: '0',
    LOG_LEVEL: 'error',
    // as in a container of half a gibibyte; without a limit V8 lets its heap grow while there is room
    NODE_OPTIONS: '--max-old-space-size=256',
  };
  const connection = await connectRedis(parseRedisUrl(redis.url), { patience: 'worker' });
  const memory = makeMemory(connection, {
    clock,
    onUnreadable: ({ key, problem }) => console.error(`${key} ${problem}`),
  });
  const log = makeLog({ level: 'error' });
  const queue = makeQueue({ connection, prefix: DEFAULT_PREFIX, instances: [INSTANCE], log });
  const worker = await serve('worker', env);
  const bot = await serve('bot', env);

  const finished = async (before: string | undefined): Promise<void> => {
    for (;;) {
      const last = await memory.scans.lastScan(INSTANCE);
      if (last !== undefined && last.scanId !== before && last.finishedAt !== undefined) return;
      await sleep(50);
    }
  };
  // the first one is asked for by the worker itself
  await finished(undefined);

  return {
    slack,
    bot,
    worker,
    async scan({ full }) {
      const before = (await memory.scans.lastScan(INSTANCE))?.scanId;
      const started = performance.now();
      await queue.ask({ type: 'scan', instance: INSTANCE, reason: 'person', full });
      await finished(before);
      return (performance.now() - started) / 1000;
    },
    async forgetAsked() {
      await tell(fleet, 'asked');
    },
    async change(share) {
      const { asked } = await tell<{ readonly asked: readonly string[] }>(fleet, 'asked');
      await tell(fleet, { change: share });
      const headers = { authorization: `Bearer ${token}` };
      for (const path of new Set(asked)) await (await fetch(`${server}${path}`, { headers })).arrayBuffer();
      await tell(fleet, 'asked');
    },
    async storedBytes() {
      const [snapshot, rows] = await Promise.all([
        memory.snapshots.snapshot(INSTANCE),
        memory.snapshots.rowsOfSnapshot(INSTANCE),
      ]);
      const bytes = (value: unknown): number => JSON.stringify(value).length;
      return { snapshot: bytes(snapshot), rows: bytes(rows), patterns: snapshot?.patterns.length ?? 0 };
    },
    async close() {
      await Promise.all([bot.stop(), worker.stop()]);
      await queue.close();
      await memory.close();
      await slack.close();
      await redis.stop();
      fleet.disconnect();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function tell<T>(child: ChildProcess, order: ServerOrder): Promise<T> {
  child.send(order);
  return next<T>(child);
}

async function next<T>(child: ChildProcess): Promise<T> {
  const [answer] = (await once(child, 'message')) as [T];
  return answer;
}
