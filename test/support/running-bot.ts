import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { makeLog } from '../../src/adapters/log/pino-log.ts';
import type { Memory } from '../../src/adapters/redis/client.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/schema.ts';
import { makeQueue, type RunningQueue } from '../../src/jobs/queue.ts';
import { type Role, type RunningService, startService } from '../../src/main/service.ts';
import type { Pace } from '../../src/ports/pace.ts';
import { type DemoClock, makeDemoClock } from '../../world/demo-clock.ts';
import { type RunningSlack, type SlackOptions, startSlack } from '../../world/slack/start-slack.ts';
import { textOf } from '../../world/slack/text.ts';
import type { Ephemeral, Message } from '../../world/slack/workspace/types.ts';
import { type RunningWorld, startWorld, type WorldOptions } from '../../world/start-world.ts';
import { PATIENCE_MS, UNHURRIED, UNHURRIED_SLACK } from './pace.ts';
import { aPrefix, startTestRedis, type TestRedis } from './redis.ts';

export const PLATFORM = 'C0PLATFORM';
export const PAYMENTS = 'C0PAYMENTS';

export interface BotOptions {
  readonly mode?: 'socket' | 'http';
  readonly world?: Omit<WorldOptions, 'clock'>;
  readonly slack?: Omit<SlackOptions, 'clock' | 'mode'>;
  readonly config?: (config: Config, world: RunningWorld) => Config;
  /** Another Redis than the usual one. */
  readonly redis?: TestRedis;
  /** By how many milliseconds the service's clock is ahead of everybody else's. */
  readonly aheadMs?: number;
  /** Another than the usual one, which hurries and has all the time in the world. */
  readonly pace?: Pace;
  /** Start nothing yet. */
  readonly isStopped?: boolean;
}

/** The service that ships, against the simulated world and Slack, a real Redis and a clock that can be told. */
export interface RunningBot {
  readonly world: RunningWorld;
  readonly slack: RunningSlack;
  readonly redis: TestRedis;
  readonly clock: DemoClock;
  readonly memory: Memory;
  readonly queue: RunningQueue;
  readonly config: Config;
  /** Lines of the service's log. */
  readonly logged: readonly string[];
  start(role?: Role): Promise<RunningService>;
  stop(): Promise<void>;
  /** Killed as by a power cut, and started again on what it had written; the service must be stopped meanwhile. */
  restartRedis(): Promise<void>;
  /** A whole scan, from asking to published. */
  scan(options?: { readonly full?: boolean }): Promise<void>;
  /** Types a command and returns the text of its first answer, or of the first that matches. */
  ask(
    typed: string,
    options?: { readonly as?: string; readonly in?: string; readonly until?: RegExp },
  ): Promise<string>;
  /** Presses a button of the last answer, or of the given message, and returns the text of what came of it. */
  press(
    label: string | number,
    options?: { readonly as?: string; readonly on?: Message | Ephemeral; readonly until?: RegExp },
  ): Promise<string>;
  /** What stands in a channel, oldest first, without what stands in threads. */
  said(channel?: string): readonly string[];
  /** Asks the clock what is due, and waits until it was done and delivered. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

export async function startRunningBot(options: BotOptions = {}): Promise<RunningBot> {
  const { mode = 'socket' } = options;
  const clock = makeDemoClock();
  const manifest = parse(readFileSync('manifest.yml', 'utf8'));
  const [world, redis, slack] = await Promise.all([
    startWorld({ ...options.world, clock }),
    options.redis === undefined ? startTestRedis() : Promise.resolve(options.redis),
    startSlack({ clock, mode, manifest, ...UNHURRIED_SLACK, ...options.slack }),
  ]);
  const prefix = aPrefix();
  const config = configFor(world, slack, redis, prefix, mode);
  const chosen = options.config?.(config, world) ?? config;
  let memory = await redis.memory({ prefix, clock });
  const logged: string[] = [];
  const log = makeLog({ level: 'debug', destination: { write: (line: string) => void logged.push(line) } as never });
  const [instance = ''] = chosen.instances.map(({ name }) => name);
  const openQueue = async () =>
    makeQueue({ connection: await redis.connect('worker'), prefix, instances: [instance], log, pace: UNHURRIED });
  let queue = await openQueue();
  const services = new Set<RunningService>();

  const bot: RunningBot = {
    world,
    slack,
    redis,
    clock,
    get memory() {
      return memory;
    },
    get queue() {
      return queue;
    },
    config: chosen,
    logged,
    async start(role = 'all') {
      const service = await startService({
        config: { ...chosen, redis: { ...chosen.redis, url: redis.url } },
        env: process.env,
        role,
        log,
        clock: { now: () => new Date(clock.now().getTime() + (options.aheadMs ?? 0)) },
        tickMs: 3_600_000,
        pace: options.pace ?? UNHURRIED,
      });
      services.add(service);
      if (mode === 'http' && role !== 'worker') await slack.deliverTo(`http://127.0.0.1:${service.port}/slack/events`);
      return service;
    },
    async stop() {
      await Promise.all([...services].map((service) => service.stop()));
      services.clear();
    },
    async restartRedis() {
      await queue.close();
      await redis.kill();
      await redis.start();
      memory = await redis.memory({ prefix, clock });
      queue = await openQueue();
    },
    async scan({ full = false } = {}) {
      await eventually(
        'no scan is under way',
        async () =>
          (await memory.scans.lastScan(instance))?.finishedAt !== undefined ||
          (await memory.scans.lastScan(instance)) === undefined,
      );
      const before = (await memory.scans.lastScan(instance))?.scanId;
      await queue.ask({ type: 'scan', instance, reason: 'person', full });
      await eventually('the scan has ended', async () => {
        const last = await memory.scans.lastScan(instance);
        if (last !== undefined && last.scanId !== before) return last.finishedAt !== undefined;
        // the job before had told its end and not gone yet, so that this one was taken for the same
        if (await queue.isIdle()) await queue.ask({ type: 'scan', instance, reason: 'person', full });
        return false;
      });
    },
    async ask(typed, { as = 'U0ADA', in: channel = PLATFORM, until } = {}) {
      const before = slack.workspace.ephemerals(as).length;
      const outcome = await slack.person(as).command(typed, channel);
      if (outcome.shown !== undefined) throw new Error(`Slack showed ${outcome.shown} for ${typed}`);
      return slack.workspace.until(() => {
        const texts = slack.workspace.ephemerals(as).slice(before).map(textOf);
        return texts.find((text) => until === undefined || until.test(text));
      }, PATIENCE_MS);
    },
    async press(label, { as = 'U0ADA', on, until } = {}) {
      const { workspace } = slack;
      const target = on ?? workspace.ephemerals(as).at(-1);
      if (!target) throw new Error('there is nothing to press on');
      const before = workspace.ephemerals(as).map(textOf);
      const channel = workspace.messages(target.channel).length;
      const outcome = await slack.person(as).press(target, label);
      if (outcome.shown !== undefined) throw new Error(`Slack showed ${outcome.shown} for ${label}`);
      return workspace.until(() => {
        const news = [
          ...workspace
            .ephemerals(as)
            .map(textOf)
            .filter((text, index) => text !== before[index]),
          ...workspace.messages(target.channel).slice(channel).map(textOf),
        ];
        return news.find((text) => until === undefined || until.test(text));
      }, PATIENCE_MS);
    },
    said: (channel = PLATFORM) =>
      slack.workspace
        .messages(channel)
        .filter(({ ts, threadTs }) => threadTs === undefined || threadTs === ts)
        .map((message) => textOf(message)),
    async tick() {
      await queue.ask({ type: 'tick' });
      await eventually('all is told and delivered', async () => isQuiet(queue, memory));
    },
    async close() {
      await bot.stop();
      await queue.close();
      await slack.close();
      await redis.stop();
      await world.close();
    },
  };
  if (!options.isStopped) await bot.start();
  return bot;
}

/** Polls what no event tells. */
export async function eventually(what: string, look: () => Promise<boolean>, timeoutMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!(await look())) {
    if (performance.now() > until) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await sleep(25);
  }
}

async function isQuiet(queue: RunningQueue, memory: Memory): Promise<boolean> {
  return (await queue.isIdle()) && (await memory.outbox.channelsWithPending()).length === 0;
}

function configFor(
  world: RunningWorld,
  slack: RunningSlack,
  redis: TestRedis,
  prefix: string,
  mode: 'socket' | 'http',
): Config {
  const base = loadConfig({
    env: {
      ARGOCD_SERVER: world.argocd.server,
      ARGOCD_AUTH_TOKEN: world.argocd.token,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      REDIS_URL: redis.url,
      PORT: '0',
    },
  });
  return {
    ...base,
    instances: base.instances.map((instance) => ({
      ...instance,
      name: 'prod',
      argocd: { ...instance.argocd, requestsPerSecond: 1000 },
      ...(world.kubeconfig === null
        ? {}
        : {
            kubernetes: { inCluster: false, destinations: {}, requestsPerSecond: 1000, kubeconfig: world.kubeconfig },
          }),
    })),
    scan: { ...base.scan, every: 3_600_000 },
    redis: { ...base.redis, prefix },
    slack: {
      ...base.slack,
      mode,
      channels: [
        {
          id: PLATFORM,
          instances: ['*'],
          projects: ['*'],
          digest: { enabled: true, at: '09:00', timeZone: 'Europe/Berlin', quietDay: 'line' },
          alerts: true,
        },
      ],
    },
    policy: {
      ...base.policy,
      roles: { developer: { users: [], groups: ['S0PAYMENTS'] } },
      grants: [
        {
          role: 'developer',
          request: [],
          approve: [],
          instances: ['*'],
          projects: ['apps'],
          apps: ['*'],
          environments: ['*'],
        },
      ],
    },
  };
}
