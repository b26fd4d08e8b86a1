import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { defined } from '../../core/model/defined.ts';
import type { RedisAddress } from './address.ts';
import { redisError, unavailable } from './errors.ts';

export type RedisClient = Redis | Cluster;

/** person: somebody waits, so fail at once. worker: nobody does, so wait for Redis to come back. */
export type Patience = 'person' | 'worker';

export interface ConnectOptions {
  readonly patience: Patience;
  /** How long to wait for the first connection. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  /** For one command that a person waits for. */
  readonly commandMs?: number;
  /** Told of every lost connection; ioredis reconnects by itself. */
  readonly onTrouble?: (error: Error) => void;
}

export const COMMAND_MS = 1500;

const BY_PATIENCE = {
  person: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS },
  worker: { enableOfflineQueue: true, maxRetriesPerRequest: null },
} as const satisfies Record<Patience, RedisOptions>;

/** @throws UnavailableError when no connection stands within `waitMs`. Close it with {@link closeRedis}. */
export async function connectRedis(address: RedisAddress, options: ConnectOptions): Promise<RedisClient> {
  const { waitMs = 10_000, onTrouble } = options;
  const redis = clientFor(address, options);
  let trouble: Error | undefined;
  redis.on('error', (error: Error) => {
    trouble = error;
    onTrouble?.(error);
  });
  const timeout = AbortSignal.timeout(waitMs);
  const given = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve);
      given.addEventListener('abort', () => reject(unavailable(trouble)), { once: true });
      // Waiting longer does not make a wrong password right.
      redis.on('error', (error: Error) => {
        const known = redisError(error);
        if (known instanceof Error && 'retry' in known && known.retry === false) reject(known);
      });
      redis.connect().catch(() => undefined);
    });
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

function clientFor(address: RedisAddress, { patience, commandMs }: ConnectOptions): RedisClient {
  const { username, password, tls } = address;
  const { enableOfflineQueue, ...rest } = BY_PATIENCE[patience];
  const perCommand = 'commandTimeout' in rest ? { ...rest, commandTimeout: commandMs ?? rest.commandTimeout } : rest;
  const login = {
    ...defined({ username, password }),
    ...(tls ? { tls: {} } : {}),
    connectionName: 'plumbline',
  };
  if (address.kind === 'cluster') {
    return new Cluster([...address.nodes], {
      lazyConnect: true,
      enableOfflineQueue,
      redisOptions: { ...perCommand, ...login },
      // Certificates name hosts, so a name must not be resolved to an address before it is checked.
      ...(tls ? { dnsLookup: (name, callback) => callback(null, name) } : {}),
    });
  }
  const common = {
    ...perCommand,
    ...login,
    enableOfflineQueue,
    lazyConnect: true,
    db: address.db,
    // After a failover an old connection may still lead to what is a replica now.
    reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  if (address.kind === 'single') return new Redis({ ...common, host: address.host, port: address.port });
  const { sentinels, master, sentinelPassword } = address;
  return new Redis({
    ...common,
    sentinels: [...sentinels],
    name: master,
    ...defined({ sentinelPassword }),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  });
}

/** Lets commands under way end; a connection that is down is dropped. */
export async function closeRedis(redis: RedisClient): Promise<void> {
  try {
    if (redis.status === 'ready') await redis.quit();
  } catch {
    // It broke while it said goodbye.
  } finally {
    redis.disconnect();
  }
}
