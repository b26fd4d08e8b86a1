import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/adapters/redis/client.ts';
import type { Movement } from '../../../src/core/memory/movement.ts';
import { aSnapshot } from '../../support/memory-builders.ts';
import { aMovement, aPatternRecord } from '../../support/stored.ts';

const day = (date: number): string => `2026-11-${String(date).padStart(2, '0')}T08:00:00.000Z`;
const EVER = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

export function timelineMemorySuite(open: () => Promise<Memory>): void {
  const tell = ({ apps }: Memory, movements: readonly Movement[]) =>
    apps.apply('prod', { records: [], gone: [], movements });
  const ids = (movements: readonly Movement[]) => movements.map(({ id }) => id);

  describe('TimelineMemory', () => {
    it('tells movements oldest first, after one time up to another, of all apps or of one', async () => {
      const memory = await open();
      const { timeline } = memory;
      await tell(memory, [
        aMovement({ id: 'c', at: day(3) }),
        aMovement({ id: 'a', at: day(1) }),
        aMovement({ id: 'b', at: day(2), app: 'argocd/cart' }),
      ]);
      expect(ids(await timeline.movements('prod', EVER))).toEqual(['a', 'b', 'c']);
      expect(ids(await timeline.movements('prod', { from: day(1), to: day(3) }))).toEqual(['b', 'c']);
      expect(ids(await timeline.movements('prod', { from: day(1), to: day(2) }))).toEqual(['b']);
      expect(ids(await timeline.movements('prod', { ...EVER, app: 'argocd/checkout' }))).toEqual(['a', 'c']);
      expect(await timeline.movements('stage', EVER)).toEqual([]);
    });

    it('tells a movement once, however often it was told', async () => {
      const memory = await open();
      await tell(memory, [aMovement({ at: day(1) })]);
      await tell(memory, [aMovement({ at: day(2) })]);
      expect(await memory.timeline.movements('prod', EVER)).toEqual([aMovement({ at: day(1) })]);
    });

    it('keeps one tally a day and gives the newest ones, oldest first', async () => {
      const { timeline } = await open();
      const tally = (date: number, outOfSync: number) => ({
        day: day(date).slice(0, 10),
        apps: 52,
        outOfSync,
        notHealthy: 1,
        byClass: { mutated: outOfSync },
        slices: {},
      });
      for (const date of [3, 1, 2]) await timeline.saveTally('prod', tally(date, 1));
      await timeline.saveTally('prod', tally(3, 9));
      expect(await timeline.tallies('prod', 2)).toEqual([tally(2, 1), tally(3, 9)]);
      expect(await timeline.tallies('prod', 30)).toHaveLength(3);
      expect(await timeline.tallies('prod', 0)).toEqual([]);
    });

    it('forgets movements, tallies and resolved patterns from before, and says how many', async () => {
      const memory = await open();
      const { timeline, snapshots } = memory;
      await tell(memory, [
        ...Array.from({ length: 1200 }, (_, index) => aMovement({ id: `old-${index}`, at: day(1) })),
        aMovement({ id: 'kept', at: day(10) }),
      ]);
      for (const date of [1, 10]) {
        const tally = { day: day(date).slice(0, 10), apps: 1, outOfSync: 0, notHealthy: 0, byClass: {}, slices: {} };
        await timeline.saveTally('prod', tally);
      }
      const patterns = [
        aPatternRecord({ id: 'open', firstSeen: day(1) }),
        aPatternRecord({ id: 'resolved-long-ago', resolvedAt: day(2) }),
        aPatternRecord({ id: 'resolved-lately', resolvedAt: day(11) }),
      ];
      await snapshots.publish(aSnapshot([], []), { patterns, rows: [] });

      expect(await timeline.forget('prod', day(10))).toBe(1200 + 1 + 1);
      expect(await timeline.forget('prod', day(10))).toBe(0);
      expect(ids(await timeline.movements('prod', EVER))).toEqual(['kept']);
      expect(ids(await timeline.movements('prod', { ...EVER, app: 'argocd/checkout' }))).toEqual(['kept']);
      expect((await timeline.tallies('prod', 30)).map((tally) => tally.day)).toEqual(['2026-11-10']);
      expect((await snapshots.patterns('prod')).map(({ id }) => id)).toEqual(['open', 'resolved-lately']);
    });
  });
}
