import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { migrate } from '../../src/adapters/redis/migrate.ts';
import { checkRedis } from '../../src/adapters/redis/preflight.ts';
import { makeSharedLimiter } from '../../src/adapters/redis/rate-limit.ts';
import { aPrefix, connectionsTo } from '../support/redis.ts';
import { startRedisCluster, type TestCluster } from '../support/redis-cluster.ts';
import { memorySuite } from './redis/memory.suite.ts';

describe('a Redis Cluster of three', () => {
  let cluster: TestCluster;
  const connections = connectionsTo(() => parseRedisUrl(cluster.url));
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(async () => {
    await connections.close();
    await cluster.stop();
  });

  memorySuite(() => connections);

  it('spreads prefixes over its nodes, and keeps each on one', async () => {
    const prefixes = Array.from({ length: 12 }, aPrefix);
    for (const prefix of prefixes) {
      const { snapshots, outbox } = await connections.memory({ prefix });
      await snapshots.saveReach({ instance: prefix });
      expect(await outbox.channelsWithPending()).toEqual([]);
    }
    const holders = await Promise.all(
      prefixes.map(async (prefix) => {
        const found = await Promise.all(cluster.nodes.map(({ admin }) => admin.keys(`${prefix}:*`)));
        return found.flatMap((keys, node) => (keys.length > 0 ? [node] : []));
      }),
    );
    expect(holders.every((nodes) => nodes.length === 1)).toBe(true);
    expect(new Set(holders.flat()).size).toBeGreaterThan(1);
  });

  it('is checked on every node, migrated, and limits all the same', async () => {
    const redis = await connections.connect('person');
    expect(await checkRedis(redis)).toMatchObject({
      version: expect.stringMatching(/^(Redis|Valkey) \d/),
      warnings: [],
    });
    const [node] = cluster.nodes.slice(-1);
    await node?.admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(checkRedis(redis)).rejects.toMatchObject({ code: 'redis.unfit' });
    await node?.admin.config('SET', 'maxmemory-policy', 'noeviction');
    const prefix = aPrefix();
    expect(await migrate(redis, { prefix })).toBe(1);
    await makeSharedLimiter(redis, { instance: 'prod', perSecond: 5, prefix }).take();
    const found = await Promise.all(cluster.nodes.map(({ admin }) => admin.keys(`${prefix}:rate:*`)));
    expect(found.flat()).toHaveLength(1);
  });
});
