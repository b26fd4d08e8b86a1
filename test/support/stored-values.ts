import type { RedisClient } from '../../src/adapters/redis/connect.ts';

/** Every key of a Redis with all that stands under it, as text; nothing is left out. */
export async function everythingStored(redis: RedisClient): Promise<readonly string[]> {
  const keys = await allKeys(redis);
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      return `${key} ${JSON.stringify(await readValue(redis, key, type))}`;
    }),
  );
  return values.toSorted();
}

async function allKeys(redis: RedisClient): Promise<readonly string[]> {
  const keys: string[] = [];
  let cursor = '0';
  do {
    const [next, found] = (await redis.call('SCAN', cursor, 'COUNT', '1000')) as [string, string[]];
    keys.push(...found);
    cursor = next;
  } while (cursor !== '0');
  return keys;
}

function readValue(redis: RedisClient, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'string':
      return redis.call('GET', key);
    case 'hash':
      return redis.call('HGETALL', key);
    case 'list':
      return redis.call('LRANGE', key, '0', '-1');
    case 'set':
      return redis.call('SMEMBERS', key);
    case 'zset':
      return redis.call('ZRANGE', key, '0', '-1', 'WITHSCORES');
    case 'stream':
      return redis.call('XRANGE', key, '-', '+');
    case 'none':
      return Promise.resolve(null);
    default:
      throw new TypeError(`${key} is a ${type}, which nobody reads here`);
  }
}
