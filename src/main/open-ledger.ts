import { makeMemory } from '../adapters/redis/client.ts';
import type { OpenLedger } from '../cli/audit.ts';
import type { Config } from '../config/schema.ts';
import { ConfigError } from '../core/model/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { openRedis } from './redis.ts';

/** What `plumbline audit` works on: the ledger of the running service. */
export async function openLedger(
  config: Config,
  { log, clock, path }: { readonly log: Log; readonly clock: Clock; readonly path: string },
): Promise<OpenLedger> {
  // a private one would be empty, or that of a service which holds it: neither is the ledger that was asked about
  if (config.redis.url === undefined)
    throw new ConfigError(
      'redis.not-configured',
      'no Redis is configured, so there is no ledger to read',
      'set REDIS_URL, or redis.url in plumbline.yml, to the Redis of the running service',
    );
  const redis = await openRedis(config.redis, log, path);
  const { ledger } = makeMemory(redis.patient, {
    prefix: config.redis.prefix,
    clock,
    onUnreadable: ({ key, field, problem }) =>
      log.error('an audit entry cannot be read and is left out', { key, entry: field, problem }),
  });
  return { ledger, close: redis.close };
}
