import { randomUUID } from 'node:crypto';
import type { PatternRecord } from '../../core/memory/pattern-record.ts';
import type { InstanceReach, Snapshot, SnapshotRow } from '../../core/memory/snapshot.ts';
import { UnavailableError } from '../../core/model/errors.ts';
import type { SnapshotMemory } from '../../ports/memory.ts';
import { makeLastRead } from './last-read.ts';
import { PUBLISH_SNAPSHOT } from './lua/publish-snapshot.ts';
import { makeRead } from './reading.ts';
import * as schema from './schema.ts';
import { makeScript } from './script.ts';
import { readHash, slices } from './slices.ts';
import type { Store } from './store.ts';

const publishSnapshot = makeScript(PUBLISH_SNAPSHOT);

/** Who began to read a generation may finish. */
const OLD_GENERATION_MS = 10 * 60_000;
/** What a crashed publisher staged goes away by itself. */
const STAGED_MS = 60 * 60_000;
const PATTERNS_AT_ONCE = 200;
const ROWS_PER_ELEMENT = 500;
const ELEMENTS_AT_ONCE = 10;

export function makeSnapshotMemory({ redis, keys, onUnreadable }: Store): SnapshotMemory {
  const readSnapshot = makeRead<Snapshot>(schema.Snapshot, onUnreadable);
  const readPattern = makeRead<PatternRecord>(schema.PatternRecord, onUnreadable);
  const readRows = makeRead<readonly SnapshotRow[]>(schema.SnapshotRows, onUnreadable);
  const readReach = makeRead<InstanceReach>(schema.InstanceReach, onUnreadable);

  const current = (instance: string) => redis.get(keys.currentSnapshot(instance));
  const partsOf = (instance: string, generation: string): readonly string[] => [
    keys.snapshot(instance, generation),
    keys.patterns(instance, generation),
    keys.rows(instance, generation),
  ];

  async function stage(snapshot: Snapshot, generation: string, parts: Parameters<SnapshotMemory['publish']>[1]) {
    const { instance } = snapshot;
    const patterns = keys.patterns(instance, generation);
    for (const slice of slices(parts.patterns, PATTERNS_AT_ONCE)) {
      await redis.hset(patterns, ...slice.flatMap((pattern) => [pattern.id, JSON.stringify(pattern)]));
      await redis.pexpire(patterns, STAGED_MS);
    }
    const rows = keys.rows(instance, generation);
    for (const slice of slices(parts.rows, ROWS_PER_ELEMENT)) {
      await redis.rpush(rows, JSON.stringify(slice));
      await redis.pexpire(rows, STAGED_MS);
    }
    await redis.set(keys.snapshot(instance, generation), JSON.stringify(snapshot), 'PX', STAGED_MS);
  }

  async function makeCurrent(instance: string, generation: string): Promise<void> {
    for (;;) {
      const old = (await current(instance)) ?? '';
      const answer = await publishSnapshot.run(
        redis,
        [keys.currentSnapshot(instance), ...partsOf(instance, generation), ...partsOf(instance, old)],
        [generation, old, OLD_GENERATION_MS],
      );
      if (answer === 1) return;
      if (answer === -1) {
        const hint = 'Publish again; if it stays, look for what deletes keys in Redis.';
        throw new UnavailableError('redis.staged-lost', `The snapshot of ${instance} was staged and is gone.`, hint);
      }
    }
  }

  const snapshotOf = makeLastRead(async (instance, generation) => {
    const key = keys.snapshot(instance, generation);
    const text = await redis.get(key);
    return text === null ? undefined : readSnapshot(text, { key });
  });

  const rowsOf = makeLastRead(async (instance, generation) => {
    const key = keys.rows(instance, generation);
    const rows: SnapshotRow[] = [];
    for (let start = 0; ; start += ELEMENTS_AT_ONCE) {
      const elements = await redis.lrange(key, start, start + ELEMENTS_AT_ONCE - 1);
      for (const [index, text] of elements.entries()) {
        rows.push(...(readRows(text, { key, field: String(start + index) }) ?? []));
      }
      if (elements.length < ELEMENTS_AT_ONCE) return rows;
    }
  });

  return {
    async snapshot(instance) {
      const generation = await current(instance);
      return generation === null ? undefined : snapshotOf(instance, generation);
    },

    async patterns(instance) {
      const generation = await current(instance);
      if (generation === null) return [];
      const key = keys.patterns(instance, generation);
      const found = await readHash(redis, key);
      return found.flatMap(([id, text]) => readPattern(text, { key, field: id }) ?? []);
    },

    async rowsOfSnapshot(instance) {
      const generation = await current(instance);
      return generation === null ? [] : ((await rowsOf(instance, generation)) ?? []);
    },

    async publish(snapshot, parts) {
      const generation = randomUUID();
      await stage(snapshot, generation, parts);
      await makeCurrent(snapshot.instance, generation);
    },

    async reach(instance) {
      const key = keys.reach(instance);
      const text = await redis.get(key);
      return text === null ? undefined : readReach(text, { key });
    },

    async saveReach(reach) {
      await redis.set(keys.reach(reach.instance), JSON.stringify(reach));
    },
  };
}
