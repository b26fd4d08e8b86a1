import { makePace } from '../adapters/clock/pace.ts';
import { listenOn, statusListener } from '../adapters/http/status-server.ts';
import { TIMEOUT_MS as JQ_TIMEOUT_MS, makeJq } from '../adapters/jq/client.ts';
import { type Correlation, makeCorrelation } from '../adapters/log/correlation.ts';
import { makeMetrics } from '../adapters/metrics/prometheus.ts';
import { type Memory, makeMemory } from '../adapters/redis/client.ts';
import { makeSharedLimiter } from '../adapters/redis/rate-limit.ts';
import type { Config } from '../config/schema.ts';
import { slackConnectionOf } from '../config/slack-connection.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { type ExplainApp, makeExplainApp } from '../flows/explain-app.ts';
import { allMissing, reachMissing, slackMissing, storeMissing } from '../flows/readiness.ts';
import { makeScanNow, type ScanNow } from '../flows/scan-now.ts';
import { makeQueue, type RunningQueue } from '../jobs/queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Pace } from '../ports/pace.ts';
import { startBot } from './bot.ts';
import { connectInstances } from './connect-instances.ts';
import { openRedis, type RunningRedis } from './redis.ts';
import { scanPartsOf } from './scan-parts.ts';
import { type TellParts, tellPartsOf } from './tell-parts.ts';
import { startWorker } from './worker.ts';

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
  readonly scanNow: ScanNow;
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

/** `plumbline serve`. @throws ConfigError and the like when it cannot start; nothing is left behind then. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const running = new AsyncDisposableStack();
  try {
    return { ...(await start(options, running)), stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function start(options: ServiceOptions, running: AsyncDisposableStack): Promise<Omit<RunningService, 'stop'>> {
  const { config, role, log } = options;
  const slack = slackConnectionOf(config.slack);
  const parts = await assemble(options, running);
  const { queue, pace, metrics } = parts;
  const { fast, patient } = parts.memory;
  const instances = parts.instances.map(({ name }) => name);
  // The worker begins last, when tokens and port have proved right, and ends after nobody can ask for anything any more.
  const worker = running.use(new AsyncDisposableStack());
  const edge = running.use(new AsyncDisposableStack());
  const bot = role === 'worker' ? undefined : await startBot(parts, slack);
  if (bot !== undefined) edge.defer(bot.stop);
  const probes = {
    missing: allMissing([
      storeMissing(() => parts.redis.fast.ping()),
      ...(bot === undefined ? [] : [slackMissing(bot.isConnected)]),
      ...(role === 'bot' ? [] : [reachMissing(instances, fast.snapshots)]),
    ]),
    metrics: async () => [await metrics.text(), await queue.metrics().catch(() => '')].join('\n'),
  };
  const server = await listenOn(config.http.port, statusListener(probes, bot?.requestListener));
  edge.defer(server.close);
  if (role !== 'bot') await startWorker(parts, worker);
  log.info('plumbline serves', { role, port: server.port, instances });
  return { port: server.port, scanNow: makeScanNow({ queue, scans: patient.scans, instances, pace }) };
}

async function assemble(options: ServiceOptions, running: AsyncDisposableStack): Promise<ServiceParts> {
  const { config, env, log, clock, role, pace = makePace() } = options;
  const redis = await openRedis(config.redis, log, env.PATH ?? '', pace);
  running.defer(redis.close);
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
    pace,
    writing: role !== 'bot',
  });
  running.defer(async () => void (await Promise.all(instances.map((instance) => instance.close()))));
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
  running.defer(queue.close);
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
