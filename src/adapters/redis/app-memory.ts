import { type AppRecord, type AppRow, rowOf } from '../../core/memory/app-record.ts';
import type { Movement } from '../../core/memory/movement.ts';
import { type AppKey, appKey } from '../../core/model/app-key.ts';
import type { AppMemory, MemoryChange } from '../../ports/memory.ts';
import { APPLY_CHANGE, SET_APP_ASIDE } from './lua/apply-change.ts';
import { makeRead, type Read } from './reading.ts';
import * as schema from './schema.ts';
import { makeScript, type ScriptArgument } from './script.ts';
import { readFields, readHash, scanHash } from './slices.ts';
import type { Store } from './store.ts';

const applyChange = makeScript(APPLY_CHANGE);
const setAside = makeScript(SET_APP_ASIDE);

const RECORDS_AT_ONCE = 100;
const VERSIONS_AT_ONCE = 5000;
/** One script holds up everybody else: some milliseconds at most. */
const APPS_PER_SCRIPT = 50;
const BYTES_PER_SCRIPT = 1_000_000;

export function makeAppMemory({ redis, keys, onUnreadable }: Store): AppMemory {
  const readRow = makeRead<AppRow>(schema.AppRow, onUnreadable);
  const readRecord = makeRead<AppRecord>(schema.AppRecord, onUnreadable);

  function hashesOf(instance: string): readonly [versions: string, rows: string, records: string] {
    return [keys.appVersions(instance), keys.appRows(instance), keys.appRecords(instance)];
  }

  /** Without setting it aside the app could never be written again: nobody would know which version comes next. */
  async function readAll<T>(
    instance: string,
    hash: 2 | 3,
    read: Read<T>,
    fields: readonly (readonly [app: string, text: string])[],
  ): Promise<readonly T[]> {
    const hashes = hashesOf(instance);
    const key = hashes[hash - 1] ?? '';
    const values: T[] = [];
    for (const [app, text] of fields) {
      const value = read(text, { key, field: app });
      if (value === undefined)
        await setAside.run(redis, [...hashes, keys.unreadable], [app, text, hash, `${key} ${app}`]);
      else values.push(value);
    }
    return values;
  }

  return {
    async keys(instance) {
      const versions = await readHash(redis, keys.appVersions(instance), VERSIONS_AT_ONCE);
      return versions.map(([app]) => app);
    },

    async rows(instance) {
      const rows: AppRow[] = [];
      // parsed as they come: parsing all of a large fleet in one go would hold up everything else in this process
      for await (const some of scanHash(redis, keys.appRows(instance))) {
        rows.push(...(await readAll(instance, 2, readRow, some)));
      }
      return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    },

    async records(instance, apps) {
      const found = await readFields(redis, keys.appRecords(instance), apps, RECORDS_AT_ONCE);
      return readAll(instance, 3, readRecord, found);
    },

    async apply(instance, change) {
      const refused: AppKey[] = [];
      for (const chunk of chunksOf(deedsOf(change))) {
        const timelines = chunk.map(({ app }) => keys.timelineOf(instance, app));
        const answer = await applyChange.run(
          redis,
          [...hashesOf(instance), keys.movements(instance), keys.timeline(instance), ...timelines],
          chunk.flatMap(({ args }) => args),
        );
        refused.push(...(answer as AppKey[]));
      }
      return { refused };
    },
  };
}

interface Deed {
  readonly app: AppKey;
  readonly args: readonly ScriptArgument[];
  readonly bytes: number;
}

function deedsOf({ records, gone, movements }: MemoryChange): readonly Deed[] {
  const moved = Map.groupBy(movements, ({ app }) => app);
  const deedFor = (app: AppKey, ...what: readonly [string, number, string, string]): Deed => {
    const [deed, version, row, record] = what;
    const own = moved.get(app) ?? [];
    const args = [deed, app, version, row, record, own.length, ...own.flatMap(movementArgs)];
    return { app, args, bytes: args.reduce<number>((sum, part) => sum + String(part).length, 0) };
  };
  const saved = records.map((record) =>
    deedFor(appKey(record.ref), 'save', record.version, JSON.stringify(rowOf(record)), JSON.stringify(record)),
  );
  const left = gone.map((app) => deedFor(app, 'gone', 0, '', ''));
  const told = new Set([...saved, ...left].map(({ app }) => app));
  const rest = [...moved.keys()].filter((app) => !told.has(app)).map((app) => deedFor(app, 'keep', 0, '', ''));
  return [...saved, ...left, ...rest];
}

/** Checked before the script runs: one that fails half-way leaves what it did. */
function movementArgs(movement: Movement): readonly ScriptArgument[] {
  const at = Date.parse(movement.at);
  if (Number.isNaN(at)) throw new TypeError(`movement ${movement.id} has no time: ${movement.at}`);
  return [movement.id, at, JSON.stringify(movement)];
}

function* chunksOf(deeds: readonly Deed[]): Generator<readonly Deed[]> {
  let chunk: Deed[] = [];
  let bytes = 0;
  for (const deed of deeds) {
    if (chunk.length > 0 && (chunk.length === APPS_PER_SCRIPT || bytes + deed.bytes > BYTES_PER_SCRIPT)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(deed);
    bytes += deed.bytes;
  }
  if (chunk.length > 0) yield chunk;
}
