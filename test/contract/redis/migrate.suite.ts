import { describe, expect, it } from 'vitest';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import { type Migration, migrate } from '../../../src/adapters/redis/migrate.ts';
import { aPrefix } from '../../support/redis.ts';
import type { Target } from './memory.suite.ts';

export function migrateSuite(target: () => Target): void {
  /** Appends its number to a list in the store. */
  const step = (to: number): Migration => ({
    to,
    run: async (redis, keys) => void (await redis.rpush(keys.unreadable, to)),
  });

  describe('migrate', () => {
    it('gives an empty store the version of this release, without running anything', async () => {
      const prefix = aPrefix();
      const redis = await target().connect();
      expect(await migrate(redis, { prefix, migrations: [step(2), step(3)] })).toBe(3);
      expect(await redis.lrange(makeKeys(prefix).unreadable, 0, 10)).toEqual([]);
    });

    it('runs what is missing, in order and once, whoever comes first', async () => {
      const prefix = aPrefix();
      const { schema, unreadable } = makeKeys(prefix);
      const processes = await Promise.all(Array.from({ length: 5 }, () => target().connect()));
      const [redis] = processes;
      await migrate(redis as never, { prefix, migrations: [] });
      const migrations = [step(2), step(3)];
      const answers = await Promise.all(processes.map((process) => migrate(process, { prefix, migrations })));
      expect(answers).toEqual([3, 3, 3, 3, 3]);
      expect(await redis?.lrange(unreadable, 0, 10)).toEqual(['2', '3']);
      expect(await redis?.get(schema)).toBe('3');
    });

    it('takes up after a step that broke off', async () => {
      const prefix = aPrefix();
      const redis = await target().connect();
      await migrate(redis, { prefix, migrations: [] });
      const broken: Migration = { to: 3, run: () => Promise.reject(new RangeError('of the step')) };
      await expect(migrate(redis, { prefix, migrations: [step(2), broken] })).rejects.toThrow(RangeError);
      expect(await migrate(redis, { prefix, migrations: [step(2), step(3)] })).toBe(3);
      expect(await redis.lrange(makeKeys(prefix).unreadable, 0, 10)).toEqual(['2', '3']);
    });

    it('refuses what a newer release wrote', async () => {
      const prefix = aPrefix();
      const redis = await target().connect();
      await migrate(redis, { prefix, migrations: [step(2)] });
      await expect(migrate(redis, { prefix, migrations: [] })).rejects.toMatchObject({ code: 'redis.newer-schema' });
    });
  });
}
