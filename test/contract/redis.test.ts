import { afterAll, beforeAll, describe } from 'vitest';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { memorySuite } from './redis/memory.suite.ts';

describe('a single Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  memorySuite(() => redis);
});
