import { describe, expect, it } from 'vitest';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import type { Unreadable } from '../../../src/adapters/redis/reading.ts';
import { aSnapshot } from '../../support/memory-builders.ts';
import { aPrefix } from '../../support/redis.ts';
import { aMovement, aPatternRecord, aRecord } from '../../support/stored.ts';
import type { Target } from './memory.suite.ts';

export function unreadableSuite(target: () => Target): void {
  async function openBroken() {
    const prefix = aPrefix();
    const reported: Unreadable[] = [];
    const memory = await target().memory({ prefix, onUnreadable: (found) => reported.push(found) });
    const redis = await target().connect();
    return { memory, redis, keys: makeKeys(prefix), reported };
  }

  describe('a stored value that cannot be read', () => {
    it('costs one app its memory, is set aside and reported with its key, and the app can be written again', async () => {
      const { memory, redis, keys, reported } = await openBroken();
      const { apps } = memory;
      const records = [aRecord(), aRecord({ name: 'cart' }), aRecord({ name: 'stock' })];
      await apps.apply('prod', { records, gone: [], movements: [] });
      await redis.hset(keys.appRows('prod'), 'argocd/cart', '{"key":"argocd/ca');
      await redis.hset(keys.appRecords('prod'), 'argocd/stock', '{"ref":{"name":"stock"}}');

      expect((await apps.rows('prod')).map(({ name }) => name)).toEqual(['checkout', 'stock']);
      const found = await apps.records('prod', ['argocd/checkout', 'argocd/cart', 'argocd/stock']);
      expect(found.map(({ ref }) => ref.name)).toEqual(['checkout']);
      expect(reported).toEqual([
        { key: keys.appRows('prod'), field: 'argocd/cart', problem: 'is not JSON' },
        {
          key: keys.appRecords('prod'),
          field: 'argocd/stock',
          problem: expect.stringContaining('unexpected shape at'),
        },
      ]);
      expect(await redis.hvals(keys.unreadable)).toEqual(['{"key":"argocd/ca', '{"ref":{"name":"stock"}}']);
      expect(await apps.apply('prod', { records: records.slice(1), gone: [], movements: [] })).toEqual({ refused: [] });
      expect(await apps.rows('prod')).toHaveLength(3);
    });

    it('is left out of lists, and is nothing where one value was asked for', async () => {
      const { memory, redis, keys, reported } = await openBroken();
      const patterns = ['p1', 'p2'].map((id) => aPatternRecord({ id }));
      await memory.snapshots.publish(aSnapshot([], patterns), { patterns, rows: [] });
      const generation = (await redis.get(keys.currentSnapshot('prod'))) ?? '';
      await redis.hset(keys.patterns('prod', generation), 'p1', '[]');
      await redis.set(keys.snapshot('prod', generation), 'null');
      await memory.apps.apply('prod', { records: [], gone: [], movements: [aMovement()] });
      await redis.hset(keys.movements('prod'), 'movement-1', '"text"');
      await redis.set(keys.reach('prod'), '{');

      expect((await memory.snapshots.patterns('prod')).map(({ id }) => id)).toEqual(['p2']);
      expect(await memory.snapshots.snapshot('prod')).toBeUndefined();
      expect(await memory.snapshots.reach('prod')).toBeUndefined();
      const ever = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
      expect(await memory.timeline.movements('prod', ever)).toEqual([]);
      expect(reported).toHaveLength(4);
    });
  });
}
