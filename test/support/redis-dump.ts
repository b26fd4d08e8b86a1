import type { RedisClient } from '../../src/adapters/redis/connect.ts';

/** Every key with all it holds, as text. */
export async function dumpOf(redis: RedisClient): Promise<readonly string[]> {
  const keys = await redis.keys('*');
  return Promise.all(keys.map(async (key) => `${key} ${JSON.stringify(await contentAt(redis, key))}`));
}

async function contentAt(redis: RedisClient, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrangebyscore(key, '-inf', '+inf');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      throw new TypeError(`nobody can read ${key}`);
  }
}
