import { makePace } from '../adapters/clock/pace.ts';
import { listenOn, statusListener } from '../adapters/http/status-server.ts';
import { TIMEOUT_MS as JQ_TIMEOUT_MS, makeJq } from '../adapters/jq/client.ts';
import { type Correlation, makeCorrelation } from '../adapters/log/correlation.ts';
import { makeMetrics } from '../adapters/metrics/prometheus.ts';
import { type Memory, makeMemory } from '../adapters/redis/client.ts';
import { makeSharedLimiter } from '../adapters/redis/rate-limit.ts';
import type { Config } from '../config/schema.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { type ExplainApp, makeExplainApp } from '../flows/explain-app.ts';
import { resumeRuns } from '../flows/remedy/resume-runs.ts';
import { makeWatchApps } from '../flows/watch-apps.ts';
import { makeQueue, type RunningQueue } from '../jobs/queue.ts';
import { startWorkers } from '../jobs/workers.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pace } from '../ports/pace.ts';
import { startBot } from './bot.ts';
import { connectInstances } from './connect-instances.ts';
import { openRedis, type RunningRedis } from './redis.ts';
import { scanPartsOf } from './scan-parts.ts';
import { slackConnectionOf } from './slack-connection.ts';
import { type TellParts, tellPartsOf } from './tell-parts.ts';
import { makeWork } from './work.ts';

export type Role = 'bot' | 'worker' | 'all';

export interface ServiceOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly role: Role;
  readonly log: Log;
  readonly clock: Clock;
  /** How often the clock is asked what is due, whatever the pace. */
  readonly tickMs?: number;
  /** Everything that waits or polls goes by it; tests hurry. */
  readonly pace?: Pace;
}

export interface RunningService {
  readonly port: number;
  /** What the schedule would do now; resolves once the snapshots are published, or after a while without. */
  scanNow(): Promise<void>;
  /** Finishes or hands back what is under way. */
  stop(): Promise<void>;
}

/** Everything that bot and worker share in one process. */
export interface ServiceParts extends ServiceOptions {
  readonly redis: RunningRedis;
  readonly memory: { readonly fast: Memory; readonly patient: Memory };
  readonly instances: readonly ConnectedInstance[];
  readonly scanPartsOf: (instance: ConnectedInstance) => ReturnType<typeof scanPartsOf>;
  readonly explainApp: ExplainApp;
  readonly queue: RunningQueue;
  readonly metrics: Metrics;
  readonly tell: TellParts;
  readonly correlation: Correlation;
  readonly pace: Pace;
}

const TICK_MS = 15_000;
const GRACE_MS = 20_000;
const SCAN_PATIENCE_MS = 15_000;
const SCAN_POLL_MS = 100;

/** `plumbline serve`. @throws ConfigError and the like when it cannot start; nothing is left behind then. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const { port, parts } = await start(options, (close) => closers.push(close));
    return { port, scanNow: () => scanNow(parts), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Started {
  readonly port: number;
  readonly parts: ServiceParts;
}

async function start(options: ServiceOptions, onStop: (close: () => Promise<void>) => void): Promise<Started> {
  const { config, role, log } = options;
  const slack = slackConnectionOf(config.slack);
  const parts = await assemble(options, onStop);
  const missing: (() => Promise<readonly string[]>)[] = [() => redisMissing(parts)];
  // The worker begins last, when tokens and port have proved right, and ends after nobody can ask for anything any more.
  let stopWorker = async (): Promise<void> => undefined;
  onStop(() => stopWorker());
  const bot = role === 'worker' ? undefined : await startBot(parts, slack);
  if (bot !== undefined) {
    onStop(bot.stop);
    missing.push(async () => (bot.isConnected() ? [] : ['Slack is not connected']));
  }
  if (role !== 'bot') missing.push(() => reachMissing(parts));
  const probes = {
    missing: async () => (await Promise.all(missing.map((ask) => ask()))).flat(),
    metrics: async () => [await parts.metrics.text(), await parts.queue.metrics().catch(() => '')].join('\n'),
  };
  const server = await listenOn(config.http.port, statusListener(probes, bot?.requestListener));
  onStop(server.close);
  if (role !== 'bot') stopWorker = await startWorker(parts);
  log.info('plumbline serves', { role, port: server.port, instances: config.instances.map(({ name }) => name) });
  return { port: server.port, parts };
}

async function scanNow({ queue, memory, instances, pace }: ServiceParts): Promise<void> {
  const { scans } = memory.patient;
  const until = pace.now() + SCAN_PATIENCE_MS;
  for (const { name: instance } of instances) {
    const before = (await scans.lastScan(instance))?.scanId;
    await queue.ask({ type: 'scan', instance, reason: 'schedule' });
    while (pace.now() < until) {
      const last = await scans.lastScan(instance);
      if (last !== undefined && last.scanId !== before && last.finishedAt !== undefined) break;
      await pace.wait(SCAN_POLL_MS);
    }
  }
}

async function assemble(options: ServiceOptions, onStop: (close: () => Promise<void>) => void): Promise<ServiceParts> {
  const { config, env, log, clock, role, pace = makePace() } = options;
  const redis = await openRedis(config.redis, log, env.PATH ?? '', pace);
  onStop(redis.close);
  const { prefix } = config.redis;
  const memoryOver = (client: RunningRedis['fast']): Memory =>
    makeMemory(client, {
      prefix,
      clock,
      onUnreadable: ({ key, problem }) => log.error('a stored value cannot be read and is left out', { key, problem }),
    });
  const memory = { fast: memoryOver(redis.fast), patient: memoryOver(redis.patient) };
  const limiterFor = (instance: string, perSecond: number) =>
    makeSharedLimiter(redis.patient, { instance, perSecond, prefix });
  const instances = await connectInstances(config, undefined, env, {
    limiterFor,
    clock,
    writing: role !== 'bot',
  });
  onStop(async () => void (await Promise.all(instances.map((instance) => instance.close()))));
  const correlation = makeCorrelation();
  const names = instances.map(({ name }) => name);
  const queue = makeQueue({
    connection: redis.fast,
    prefix,
    instances: names,
    log,
    correlation: correlation.current,
    pace,
  });
  onStop(queue.close);
  const explainApp = makeExplainApp({ jq: makeJq(pace.limit(JQ_TIMEOUT_MS)) });
  const metrics = makeMetrics();
  return {
    ...options,
    pace,
    redis,
    memory,
    instances,
    explainApp,
    scanPartsOf: (instance) => scanPartsOf(instance, { explainApp, clock, scan: config.scan }),
    queue,
    metrics,
    correlation,
    tell: tellPartsOf(config, memory.patient, queue, clock),
  };
}

/** Answers how to stop it. */
async function startWorker(parts: ServiceParts): Promise<() => Promise<void>> {
  const { config, instances, queue, log, redis, memory, pace } = parts;
  const names = instances.map(({ name }) => name);
  const workers = startWorkers({
    connection: redis.patient,
    prefix: config.redis.prefix,
    instances: names,
    handlers: makeWork(parts),
    correlated: parts.correlation.run,
    pace,
    log,
  });
  const stopping = new AbortController();
  const watches = instances.map(({ name, argocd }) => {
    const watch = makeWatchApps({ argocd, apps: memory.patient.apps, queue, locks: memory.patient.locks, log, pace });
    return watch(name, stopping.signal).catch((error: unknown) =>
      log.error('the watch ended', { instance: name, error }),
    );
  });
  await queue.schedule({ scanMs: config.scan.every, tickMs: parts.tickMs ?? pace.scaled(TICK_MS) });
  await resumeRuns({ plans: memory.patient.plans, queue, clock: parts.clock });
  for (const instance of names) {
    if ((await memory.patient.snapshots.snapshot(instance)) === undefined)
      await queue.ask({ type: 'scan', instance, reason: 'start' });
  }
  return async () => {
    stopping.abort();
    await Promise.all([workers.close(GRACE_MS), ...watches]);
  };
}

async function redisMissing({ redis }: ServiceParts): Promise<readonly string[]> {
  try {
    await redis.fast.ping();
    return [];
  } catch {
    return ['Redis does not answer'];
  }
}

/** Ready means: Argo CD was reached, or is known to be down. */
async function reachMissing({ memory, instances }: ServiceParts): Promise<readonly string[]> {
  try {
    const reaches = await Promise.all(instances.map(({ name }) => memory.fast.snapshots.reach(name)));
    return instances.flatMap(({ name }, index) => (reaches[index] === undefined ? [`${name} was not asked yet`] : []));
  } catch {
    return [];
  }
}
