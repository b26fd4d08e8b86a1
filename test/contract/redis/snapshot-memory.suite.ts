import { describe, expect, it } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { makeKeys } from '../../../src/adapters/redis/keys.ts';
import { aSnapshot } from '../../support/memory-builders.ts';
import { aPrefix } from '../../support/redis.ts';
import { aPatternRecord, aRow } from '../../support/stored.ts';

export function snapshotMemorySuite(
  open: (options?: Partial<MemoryOptions>) => Promise<Memory>,
  connect: () => Promise<RedisClient>,
): void {
  describe('SnapshotMemory', () => {
    it('knows nothing of an instance that was never scanned', async () => {
      const { snapshots } = await open();
      expect(await snapshots.snapshot('prod')).toBeUndefined();
      expect(await snapshots.patterns('prod')).toEqual([]);
      expect(await snapshots.rowsOfSnapshot('prod')).toEqual([]);
      expect(await snapshots.reach('prod')).toBeUndefined();
    });

    it('gives back what was published, and only the last', async () => {
      const { snapshots } = await open();
      await snapshots.publish(aSnapshot([], []), { patterns: [aPatternRecord()], rows: [aRow()] });
      const patterns = ['p1', 'p2'].map((id) => aPatternRecord({ id }));
      const rows = Array.from({ length: 6200 }, (_, index) => aRow({ app: `app-${index}` }));
      const snapshot = aSnapshot([], patterns, { scanId: 'scan-2' });
      await snapshots.publish(snapshot, { patterns, rows });
      expect(await snapshots.snapshot('prod')).toEqual(snapshot);
      expect(await snapshots.patterns('prod')).toEqual(patterns);
      expect(await snapshots.rowsOfSnapshot('prod')).toEqual(rows);
      expect(await snapshots.snapshot('stage')).toBeUndefined();
    });

    it('reads a generation once, and the next one as soon as somebody else published it', async () => {
      const prefix = aPrefix();
      const [reader, other] = await Promise.all([open({ prefix }), open({ prefix })]);
      const publish = (scanId: string, rows: readonly string[]) =>
        other.snapshots.publish(aSnapshot([], [], { scanId }), {
          patterns: [],
          rows: rows.map((app) => aRow({ app })),
        });
      const appsOf = async () => (await reader.snapshots.rowsOfSnapshot('prod')).map(({ app }) => app);
      await publish('scan-1', ['cart']);
      const first = await reader.snapshots.snapshot('prod');
      expect(await appsOf()).toEqual(['cart']);
      expect(await reader.snapshots.snapshot('prod')).toBe(first);
      await publish('scan-2', ['cart', 'shop']);
      expect((await reader.snapshots.snapshot('prod'))?.scanId).toBe('scan-2');
      expect(await appsOf()).toEqual(['cart', 'shop']);
      expect(await reader.snapshots.snapshot('stage')).toBeUndefined();
    });

    it('publishes a snapshot in which nothing drifts over one in which something did', async () => {
      const { snapshots } = await open();
      await snapshots.publish(aSnapshot([], []), { patterns: [aPatternRecord()], rows: [aRow()] });
      await snapshots.publish(aSnapshot([], [], { scanId: 'scan-2' }), { patterns: [], rows: [] });
      expect(await snapshots.patterns('prod')).toEqual([]);
      expect(await snapshots.rowsOfSnapshot('prod')).toEqual([]);
    });

    it('stays for good when it is current, and goes some time after it was', async () => {
      const prefix = aPrefix();
      const { snapshots } = await open({ prefix });
      const redis = await connect();
      const keys = makeKeys(prefix);
      const publish = async (scanId: string): Promise<readonly string[]> => {
        await snapshots.publish(aSnapshot([], [], { scanId }), { patterns: [aPatternRecord()], rows: [aRow()] });
        const generation = (await redis.get(keys.currentSnapshot('prod'))) ?? '';
        return [keys.snapshot, keys.patterns, keys.rows].map((keyOf) => keyOf('prod', generation));
      };
      const timesLeft = (parts: readonly string[]) => Promise.all(parts.map((key) => redis.pttl(key)));
      const old = await publish('scan-1');
      expect(await timesLeft(old)).toEqual([-1, -1, -1]);
      const current = await publish('scan-2');
      expect(await timesLeft(current)).toEqual([-1, -1, -1]);
      for (const left of await timesLeft(old)) expect(left).toBeGreaterThan(60_000);
    });

    it('is read whole while others publish', async () => {
      const { snapshots } = await open();
      const publish = (scan: number) => {
        const rows = Array.from({ length: 600 * scan }, () => aRow({ app: `scan-${scan}` }));
        return snapshots.publish(aSnapshot([], [], { scanId: `scan-${scan}` }), { patterns: [], rows: rows });
      };
      await publish(1);
      const writes = [2, 3, 4, 5].map(publish);
      for (let read = 0; read < 20; read += 1) {
        const rows = await snapshots.rowsOfSnapshot('prod');
        const [first] = rows;
        expect(new Set(rows.map(({ app }) => app)).size).toBe(1);
        expect(rows).toHaveLength(600 * Number(first?.app.slice('scan-'.length)));
      }
      await Promise.all(writes);
    });

    it('remembers whether an instance answers', async () => {
      const { snapshots } = await open();
      await snapshots.saveReach({ instance: 'prod', downSince: '2026-11-16T08:00:00Z', reason: 'refuses connections' });
      await snapshots.saveReach({ instance: 'stage', lastReached: '2026-11-16T08:00:00Z' });
      expect(await snapshots.reach('prod')).toEqual({
        instance: 'prod',
        downSince: '2026-11-16T08:00:00Z',
        reason: 'refuses connections',
      });
    });
  });
}
