import { describe, expect, it } from 'vitest';
import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import { rowOf } from '../../../src/core/memory/app-record.ts';
import { aPrefix } from '../../support/redis.ts';
import { AT, aMovement, aRecord } from '../../support/stored.ts';

const CHECKOUT = 'argocd/checkout';
const EVER = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

export function appMemorySuite(open: (options?: Partial<MemoryOptions>) => Promise<Memory>): void {
  describe('AppMemory', () => {
    it('gives back what was stored, as row and as record, per instance', async () => {
      const { apps } = await open();
      const record = aRecord();
      expect(await apps.apply('prod', { records: [record], gone: [], movements: [] })).toEqual({ refused: [] });
      expect(await apps.rows('prod')).toEqual([rowOf(record)]);
      expect(await apps.records('prod', [CHECKOUT, 'argocd/unknown'])).toEqual([record]);
      expect(await apps.rows('stage')).toEqual([]);
      expect(await apps.records('stage', [CHECKOUT])).toEqual([]);
      expect(await apps.records('prod', [])).toEqual([]);
    });

    it('reads and writes more apps than fit one step', async () => {
      const { apps } = await open();
      const records = Array.from({ length: 730 }, (_, index) => aRecord({ name: `app-${index}` }));
      await apps.apply('prod', { records, gone: [], movements: [] });
      const rows = await apps.rows('prod');
      expect(rows.map(({ name }) => name).toSorted()).toEqual(records.map(({ ref }) => ref.name).toSorted());
      const keys = records.map(({ ref }) => `argocd/${ref.name}`);
      expect(await apps.records('prod', keys)).toEqual(records);
      expect(await apps.keys('prod')).toEqual(keys.toSorted());
      await apps.apply('prod', { records: [], gone: keys.slice(1), movements: [] });
      expect(await apps.keys('prod')).toEqual(keys.slice(0, 1));
      expect(await apps.keys('stage')).toEqual([]);
    });

    it('takes a record of any size', async () => {
      const { apps } = await open();
      const records = ['a', 'b', 'c'].map((name) => aRecord({ name, gaps: [name.repeat(1_500_000)] }));
      await apps.apply('prod', { records, gone: [], movements: [] });
      expect(await apps.records('prod', ['argocd/a', 'argocd/b', 'argocd/c'])).toEqual(records);
    });

    it('refuses what somebody else wrote first, with its movements, and takes the rest', async () => {
      const { apps, timeline } = await open();
      await apps.apply('prod', { records: [aRecord({ health: 'Degraded' })], gone: [], movements: [] });
      const late = { records: [aRecord(), aRecord({ name: 'cart' })], gone: [] };
      const movements = [aMovement({ id: 'late' }), aMovement({ id: 'cart', app: 'argocd/cart' })];
      expect(await apps.apply('prod', { ...late, movements })).toEqual({ refused: [CHECKOUT] });
      expect(await apps.records('prod', [CHECKOUT, 'argocd/cart'])).toEqual([
        aRecord({ health: 'Degraded' }),
        aRecord({ name: 'cart' }),
      ]);
      expect((await timeline.movements('prod', EVER)).map(({ id }) => id)).toEqual(['cart']);
    });

    it('takes the next version, never one that leaps or that comes after the app went', async () => {
      const { apps } = await open();
      const apply = (version: number) =>
        apps.apply('prod', { records: [aRecord({ version, sync: `v${version}` })], gone: [], movements: [] });
      expect(await apply(2)).toEqual({ refused: [CHECKOUT] });
      expect(await apply(1)).toEqual({ refused: [] });
      expect(await apply(2)).toEqual({ refused: [] });
      expect(await apply(4)).toEqual({ refused: [CHECKOUT] });
      await apps.apply('prod', { records: [], gone: [CHECKOUT], movements: [] });
      expect(await apply(3)).toEqual({ refused: [CHECKOUT] });
      expect(await apps.rows('prod')).toEqual([]);
    });

    it('accepts the very same write twice: the first answer may have been lost', async () => {
      const { apps, timeline } = await open();
      const change = { records: [aRecord()], gone: [], movements: [aMovement()] };
      await apps.apply('prod', change);
      expect(await apps.apply('prod', change)).toEqual({ refused: [] });
      expect(await timeline.movements('prod', EVER)).toEqual([aMovement()]);
    });

    it('stores nothing of a change that has a movement without a time', async () => {
      const { apps } = await open();
      const broken = { records: [aRecord()], gone: [], movements: [aMovement({ at: 'yesterday' })] };
      await expect(apps.apply('prod', broken)).rejects.toThrow(TypeError);
      expect(await apps.rows('prod')).toEqual([]);
    });

    it('forgets an app that is gone but not that it went; it may come again', async () => {
      const { apps, timeline } = await open();
      const went = { id: 'went', at: AT, app: CHECKOUT, project: 'default', type: 'disappeared' } as const;
      await apps.apply('prod', { records: [aRecord()], gone: [], movements: [] });
      await apps.apply('prod', { records: [], gone: [CHECKOUT], movements: [went] });
      expect(await apps.rows('prod')).toEqual([]);
      expect(await apps.records('prod', [CHECKOUT])).toEqual([]);
      expect(await timeline.movements('prod', EVER)).toEqual([went]);
      expect(await apps.apply('prod', { records: [aRecord()], gone: [], movements: [] })).toEqual({ refused: [] });
    });

    it('accepts exactly one of twenty who write the same version at once', async () => {
      const prefix = aPrefix();
      const processes = await Promise.all(Array.from({ length: 20 }, () => open({ prefix })));
      const { apps, timeline } = await open({ prefix });
      for (const version of [1, 2, 3]) {
        const answers = await Promise.all(
          processes.map((process, writer) =>
            process.apps.apply('prod', {
              records: [aRecord({ version, project: `writer-${writer}` })],
              gone: [],
              movements: [aMovement({ id: `${version}-${writer}`, project: `writer-${writer}` })],
            }),
          ),
        );
        expect(answers.filter(({ refused }) => refused.length === 0)).toHaveLength(1);
      }
      const told = await timeline.movements('prod', EVER);
      expect(told).toHaveLength(3);
      const [record] = await apps.records('prod', [CHECKOUT]);
      expect(told.at(-1)?.project).toBe(record?.project);
    });
  });
}
