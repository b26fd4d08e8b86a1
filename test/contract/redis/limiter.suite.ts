import { describe, expect, it } from 'vitest';
import { makeSharedLimiter } from '../../../src/adapters/redis/rate-limit.ts';
import { aPrefix } from '../../support/redis.ts';
import type { Target } from './memory.suite.ts';

export function limiterSuite(target: () => Target): void {
  describe('makeSharedLimiter', () => {
    it('is one budget for all processes, and one for each instance', async () => {
      const prefix = aPrefix();
      const processes = await Promise.all(Array.from({ length: 3 }, () => target().connect()));
      const limiters = processes.map((redis) => makeSharedLimiter(redis, { instance: 'prod', perSecond: 5, prefix }));
      const start = performance.now();
      const granted: number[] = [];
      const take = async (limiter: (typeof limiters)[number]) => {
        await limiter.take();
        granted.push(performance.now() - start);
      };
      await Promise.all(limiters.flatMap((limiter) => Array.from({ length: 4 }, () => take(limiter))));
      // Five a second: the sixth waits for the next second, the eleventh for the one after.
      expect(granted[5]).toBeGreaterThan(990);
      expect(granted[10]).toBeGreaterThan(1980);
      const [redis] = processes;
      if (redis !== undefined) await makeSharedLimiter(redis, { instance: 'stage', perSecond: 5, prefix }).take();
    });

    it('lets go of who gives up, and serves who comes next', async () => {
      const prefix = aPrefix();
      const limiter = makeSharedLimiter(await target().connect(), { instance: 'prod', perSecond: 1, prefix });
      await limiter.take();
      const giver = new AbortController();
      const [first, second] = [limiter.take(giver.signal), limiter.take(giver.signal)];
      const next = limiter.take();
      giver.abort(new RangeError('gave up'));
      await expect(first).rejects.toThrow(RangeError);
      await expect(second).rejects.toThrow(RangeError);
      await next;
      await expect(limiter.take(AbortSignal.abort(new RangeError('never asked')))).rejects.toThrow(RangeError);
    });

    it('goes on by itself while Redis is away', async () => {
      const redis = await target().connect();
      const limiter = makeSharedLimiter(redis, { instance: 'prod', perSecond: 1000, prefix: aPrefix() });
      redis.disconnect();
      await Promise.all(Array.from({ length: 20 }, () => limiter.take()));
    });
  });
}
