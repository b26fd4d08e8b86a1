import { parseRedisUrl } from '../adapters/redis/address.ts';
import { makeMemory } from '../adapters/redis/client.ts';
import { connectRedis } from '../adapters/redis/connect.ts';
import type { OpenRecords } from '../cli/restore.ts';
import type { Config } from '../config/schema.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** A restore does not wait for a Redis that is gone. */
const WAIT_MS = 3000;

/** Plans and ledger of the running service; undefined: it has no Redis that others can reach. */
export async function openRecords(
  { redis: { url, prefix } }: Config,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<OpenRecords | undefined> {
  if (url === undefined) return undefined;
  const redis = await connectRedis(parseRedisUrl(url), { patience: 'person', waitMs: WAIT_MS });
  return makeMemory(redis, {
    prefix,
    clock,
    onUnreadable: ({ key, problem }) => log.error('a stored value cannot be read and is left out', { key, problem }),
  });
}
