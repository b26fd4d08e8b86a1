import { afterAll, beforeAll, describe } from 'vitest';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { crashSuite } from './redis/crash.suite.ts';
import { limiterSuite } from './redis/limiter.suite.ts';
import { memorySuite } from './redis/memory.suite.ts';
import { migrateSuite } from './redis/migrate.suite.ts';
import { unreadableSuite } from './redis/unreadable.suite.ts';

describe('a single Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  memorySuite(() => redis);
  unreadableSuite(() => redis);
  migrateSuite(() => redis);
  limiterSuite(() => redis);
  crashSuite(() => redis);
});
