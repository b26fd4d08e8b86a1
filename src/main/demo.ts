import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type PrivateRedis, startPrivateRedis } from '../adapters/redis/private-redis.ts';
import type { Config } from '../config/schema.ts';
import { defined } from '../core/model/defined.ts';
import { UsageError } from '../core/model/errors.ts';
import { demoConfig } from './demo-config.ts';
import type { DemoClock, RunningSlack, RunningWorld, Visit, World } from './load-world.ts';

interface DemoBot {
  /** A scan as the schedule would ask for, to its end. */
  scanNow(): Promise<void>;
  stop(): Promise<void>;
}

export interface DemoSetUp {
  /** What it is made of. */
  readonly parts: World;
  /** A generated fleet of this size instead of the story. */
  readonly apps?: number;
  /** Of the control endpoint; one that happens to be free when left out. */
  readonly port?: number;
  /** The product itself; without it only the outside world is there. */
  readonly startBot?: (given: { config: Config; clock: DemoClock; folder: string }) => Promise<DemoBot>;
  /** Where programs are looked for, as in PATH. */
  readonly path: string;
  /** Gives up the start. */
  readonly signal?: AbortSignal;
}

/** Where everything is; what is not there is null. Scripts depend on every key. */
interface DemoPlaces {
  readonly page: string | null;
  readonly argocd: RunningWorld['argocd'];
  readonly kubeconfig: string | null;
  readonly slack: Pick<RunningSlack, 'apiUrl' | 'botToken' | 'appToken' | 'signingSecret'>;
  readonly redis: string | null;
  readonly git: string | null;
  readonly control: string;
}

export interface RunningDemo {
  readonly places: DemoPlaces;
  readonly visit: Visit;
  /** Ends everything, the last started first, and leaves nothing behind. */
  stop(): Promise<void>;
  /** For who cannot wait: nothing outlives the process, which has to end at once. */
  abandon(): void;
}

const DEFAULT_PORT = 7070;
/** A build keeps a copy beside its own `src`. */
const MANIFEST = new URL('../../manifest.yml', import.meta.url);

/** The whole demo: world, Slack, Redis, bot, control. A start that fails leaves nothing behind either. */
export async function startDemo({ parts, apps, port, startBot, path, signal }: DemoSetUp): Promise<RunningDemo> {
  const closers: (() => Promise<void>)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-demo-'));
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  closers.push(() => rm(folder, { recursive: true, force: true }));
  let redis: PrivateRedis | undefined;

  try {
    const clock = parts.makeDemoClock();
    if (startBot) {
      redis = await startPrivateRedis({ folder: join(folder, 'redis'), path });
      closers.push(redis.stop);
    }
    // the manifest that ships decides what the app may do in the simulated Slack, as it does in the real one
    const manifest = parts.AppManifest.parse(parse(await readFile(MANIFEST, 'utf8')));
    const slack = await parts.startSlack({ clock, manifest });
    closers.push(slack.close);
    const world = await parts.startWorld({ clock, folder: join(folder, 'world'), ...defined({ apps }) });
    closers.push(world.close);
    signal?.throwIfAborted();
    let bot: DemoBot | undefined;
    const deeds = [...(world.deeds ? parts.storyDeeds(world.deeds) : []), ...parts.peopleDeeds(slack)];
    const visit = { slack, deeds, now: clock.now, advance: advancing(world, clock, async () => bot?.scanNow()) };
    const control = await parts
      .startControl({ visit, port: port ?? DEFAULT_PORT, orElseFree: port === undefined })
      .catch((error: unknown) => {
        throw portError(error, port);
      });
    closers.push(control.close);
    if (startBot && redis) {
      const started = await startBot({ config: demoConfig({ world, slack, redis: redis.url }), clock, folder });
      bot = started;
      closers.push(started.stop);
    }
    return {
      places: placesOf(world, slack, redis?.url ?? null, control.url),
      visit,
      stop,
      abandon() {
        if (redis) process.kill(redis.pid, 'SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Scans run by the machine's time: the last one before a moment that somebody asked to see has to be asked for. */
const SCANNED_BEFORE_MS = 60_000;

function advancing(world: RunningWorld, clock: DemoClock, scan: () => Promise<void>): Visit['advance'] {
  return async (milliseconds) => {
    const rest = Math.min(milliseconds, SCANNED_BEFORE_MS);
    clock.advance(milliseconds - rest);
    await world.settle();
    await scan();
    clock.advance(rest);
    await world.settle();
  };
}

function placesOf(
  { argocd, kubeconfig, git }: RunningWorld,
  { apiUrl, botToken, appToken, signingSecret }: RunningSlack,
  redis: string | null,
  control: string,
): DemoPlaces {
  return {
    page: null,
    argocd,
    kubeconfig,
    slack: { apiUrl, botToken, appToken, signingSecret },
    redis,
    git,
    control,
  };
}

function portError(error: unknown, port: number | undefined): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error;
  return new UsageError('demo.port', `port ${port} is taken`, 'leave --port out, and a free one is found', {
    cause: error,
  });
}
