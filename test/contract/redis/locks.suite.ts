import { describe, expect, it, vi } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import { aPrefix } from '../../support/redis.ts';

export function locksSuite(
  open: (options?: Partial<MemoryOptions>) => Promise<Memory>,
  connect: () => Promise<RedisClient>,
): void {
  describe('Locks', () => {
    it('lets one in, tells the others that it is busy, and is free afterwards', async () => {
      const prefix = aPrefix();
      const [ours, theirs] = await Promise.all([open({ prefix }), open({ prefix })]);
      const answer = await ours.locks.withLock('scan.prod', 10_000, async () => {
        const second = theirs.locks.withLock('scan.prod', 10_000, async () => 'never');
        await expect(second).rejects.toMatchObject({ code: 'lock.busy', retry: true });
        return theirs.locks.withLock('scan.stage', 10_000, async () => 'another lock is another lock');
      });
      expect(answer).toBe('another lock is another lock');
      expect(await theirs.locks.withLock('scan.prod', 10_000, async () => 'free')).toBe('free');
    });

    it('is released when the work fails, with the error of the work', async () => {
      const { locks } = await open();
      const failing = locks.withLock('a', 10_000, () => Promise.reject(new RangeError('of the work')));
      await expect(failing).rejects.toThrow(RangeError);
      expect(await locks.withLock('a', 10_000, async () => 'free')).toBe('free');
    });

    it('is held for as long as the work takes', async () => {
      const prefix = aPrefix();
      const { locks } = await open({ prefix });
      const redis = await connect();
      const key = makeKeys(prefix).lock('a');
      await locks.withLock('a', 3000, async (signal) => {
        const token = await redis.get(key);
        const start = performance.now();
        await vi.waitFor(() => expect(performance.now() - start).toBeGreaterThan(3500), { timeout: 60_000 });
        expect(await redis.get(key)).toBe(token);
        expect(signal.aborted).toBe(false);
      });
      expect(await redis.exists(key)).toBe(0);
    });

    it('tells the work when it was lost, and leaves the lock of the next holder alone', async () => {
      const prefix = aPrefix();
      const { locks } = await open({ prefix });
      const redis = await connect();
      const key = makeKeys(prefix).lock('a');
      await locks.withLock('a', 300, async (signal) => {
        await redis.set(key, 'somebody else');
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        expect(signal.reason).toMatchObject({ code: 'lock.lost' });
      });
      expect(await redis.get(key)).toBe('somebody else');
    });

    it('leaves the lock of the next holder alone also where the work ends before it knows', async () => {
      const prefix = aPrefix();
      const { locks } = await open({ prefix });
      const redis = await connect();
      const key = makeKeys(prefix).lock('a');
      await locks.withLock('a', 10_000, () => redis.set(key, 'somebody else'));
      expect(await redis.get(key)).toBe('somebody else');
    });
  });
}
