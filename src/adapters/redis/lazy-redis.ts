import { parseRedisUrl } from './address.ts';
import { closeRedis, connectRedis, type RedisClient } from './connect.ts';

/** A connection that is made when somebody first asks for it. */
export interface LazyRedis {
  connect(): Promise<RedisClient>;
  close(): Promise<void>;
}

const CONNECT_MS = 5000;

export function makeLazyRedis(url: string): LazyRedis {
  let connection: Promise<RedisClient> | undefined;
  return {
    connect() {
      connection ??= (async () => connectRedis(parseRedisUrl(url), { patience: 'person', waitMs: CONNECT_MS }))();
      return connection;
    },
    async close() {
      const redis = await connection?.catch(() => undefined);
      if (redis !== undefined) await closeRedis(redis);
    },
  };
}
