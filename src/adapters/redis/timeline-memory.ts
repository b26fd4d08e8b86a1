import type { Movement } from '../../core/memory/movement.ts';
import type { PatternRecord } from '../../core/memory/pattern-record.ts';
import type { DailyTally } from '../../core/memory/tally.ts';
import type { TimelineMemory } from '../../ports/memory.ts';
import { makeRead } from './reading.ts';
import * as schema from './schema.ts';
import { readFields, readHash, slices } from './slices.ts';
import type { Store } from './store.ts';

const MOVEMENTS_AT_ONCE = 500;

export function makeTimelineMemory({ redis, keys, onUnreadable }: Store): TimelineMemory {
  const readMovement = makeRead<Movement>(schema.Movement, onUnreadable);
  const readTally = makeRead<DailyTally>(schema.DailyTally, onUnreadable);
  const readPattern = makeRead<PatternRecord>(schema.PatternRecord, onUnreadable);

  async function load(instance: string, ids: readonly string[]): Promise<readonly Movement[]> {
    const key = keys.movements(instance);
    const found = await readFields(redis, key, ids, MOVEMENTS_AT_ONCE);
    return found.flatMap(([id, text]) => readMovement(text, { key, field: id }) ?? []);
  }

  /** The instance's own order goes last: until then a forgetting that broke off is taken up by the next. */
  async function forgetMovements(instance: string, before: number): Promise<number> {
    const timeline = keys.timeline(instance);
    let forgotten = 0;
    for (;;) {
      const ids = await redis.zrangebyscore(timeline, '-inf', `(${before}`, 'LIMIT', 0, MOVEMENTS_AT_ONCE);
      if (ids.length === 0) return forgotten;
      const apps = new Set((await load(instance, ids)).map(({ app }) => app));
      for (const app of apps) await redis.zremrangebyscore(keys.timelineOf(instance, app), '-inf', `(${before}`);
      await redis.hdel(keys.movements(instance), ...ids);
      forgotten += await redis.zrem(timeline, ...ids);
    }
  }

  async function forgetFields(key: string, fields: readonly string[]): Promise<number> {
    let forgotten = 0;
    for (const slice of slices(fields, MOVEMENTS_AT_ONCE)) forgotten += await redis.hdel(key, ...slice);
    return forgotten;
  }

  async function forgetTallies(instance: string, before: string): Promise<number> {
    const key = keys.tallies(instance);
    const day = before.slice(0, '2026-11-16'.length);
    return forgetFields(
      key,
      (await redis.hkeys(key)).filter((told) => told < day),
    );
  }

  async function forgetPatterns(instance: string, before: number): Promise<number> {
    const generation = await redis.get(keys.currentSnapshot(instance));
    if (generation === null) return 0;
    const key = keys.patterns(instance, generation);
    const isOver = (text: string, field: string): boolean => {
      const resolvedAt = readPattern(text, { key, field })?.resolvedAt;
      return resolvedAt !== undefined && Date.parse(resolvedAt) < before;
    };
    const over = (await readHash(redis, key)).filter(([id, text]) => isOver(text, id)).map(([id]) => id);
    return forgetFields(key, over);
  }

  return {
    async movements(instance, { from, to, app }) {
      const timeline = app === undefined ? keys.timeline(instance) : keys.timelineOf(instance, app);
      return load(instance, await redis.zrangebyscore(timeline, `(${Date.parse(from)}`, Date.parse(to)));
    },

    async saveTally(instance, tally) {
      await redis.hset(keys.tallies(instance), tally.day, JSON.stringify(tally));
    },

    async tallies(instance, days) {
      const key = keys.tallies(instance);
      const found = (await readHash(redis, key)).slice(-days);
      return days === 0 ? [] : found.flatMap(([day, text]) => readTally(text, { key, field: day }) ?? []);
    },

    async forget(instance, before) {
      const time = Date.parse(before);
      return (
        (await forgetMovements(instance, time)) +
        (await forgetTallies(instance, before)) +
        (await forgetPatterns(instance, time))
      );
    },
  };
}
