import { Cluster, type Redis } from 'ioredis';
import type { StoreCheck } from '../../ports/self-check.ts';
import type { RedisClient } from './connect.ts';
import { asking } from './errors.ts';
import { inspectRedis } from './preflight.ts';

/** `connect` is asked every time: a Redis that is away is an answer, not a reason to fail. */
export function makeStoreCheck(connect: () => Promise<RedisClient>): StoreCheck {
  return {
    inspect: () => asking(async () => inspectRedis(await connect())),

    roundTrip: () =>
      asking(async () => {
        const server = anyOf(await connect());
        const start = performance.now();
        await server.ping();
        return performance.now() - start;
      }),

    time: () =>
      asking(async () => {
        const [seconds] = await anyOf(await connect()).time();
        return new Date(Number(seconds) * 1000);
      }),
  };
}

function anyOf(redis: RedisClient): Redis | Cluster {
  return redis instanceof Cluster ? (redis.nodes('master')[0] ?? redis) : redis;
}
