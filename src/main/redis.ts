import { resolve } from 'node:path';
import { makePace } from '../adapters/clock/pace.ts';
import { parseRedisUrl } from '../adapters/redis/address.ts';
import { COMMAND_MS, closeRedis, connectRedis, type RedisClient } from '../adapters/redis/connect.ts';
import { migrate } from '../adapters/redis/migrate.ts';
import { checkRedis } from '../adapters/redis/preflight.ts';
import { startPrivateRedis } from '../adapters/redis/private-redis.ts';
import type { Config } from '../config/schema.ts';
import type { Log } from '../ports/log.ts';
import type { Pace } from '../ports/pace.ts';

export interface RunningRedis {
  /** Fails at once: for what a person waits for. */
  readonly fast: RedisClient;
  /** Waits for Redis to come back: for the worker. */
  readonly patient: RedisClient;
  close(): Promise<void>;
}

/** The configured Redis, or a private one. Checked and migrated before anybody uses it. */
export async function openRedis(
  { url, dataFolder, prefix }: Config['redis'],
  log: Log,
  path: string,
  pace: Pick<Pace, 'limit'> = makePace(),
): Promise<RunningRedis> {
  const own = url === undefined ? await startPrivateRedis({ folder: resolve(dataFolder), path }) : undefined;
  if (own !== undefined)
    log.info('a private Redis was started, because REDIS_URL is not set', { folder: resolve(dataFolder) });
  const address = parseRedisUrl(own?.url ?? url ?? '');
  const onTrouble = (error: Error): void => log.warn('the connection to Redis is broken', { reason: error.message });
  const open: RedisClient[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map(closeRedis));
    await own?.stop();
  };
  try {
    const patient = await connectRedis(address, { patience: 'worker', onTrouble });
    open.push(patient);
    const { version, warnings } = await checkRedis(patient);
    log.info('Redis is fit', { version });
    for (const { code, says, hint } of warnings) log.warn('Redis is not as it should be', { code, says, hint });
    await migrate(patient, { prefix });
    const fast = await connectRedis(address, { patience: 'person', commandMs: pace.limit(COMMAND_MS), onTrouble });
    open.push(fast);
    return { fast, patient, close };
  } catch (error) {
    await close();
    throw error;
  }
}
