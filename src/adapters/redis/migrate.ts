import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../../core/model/defined.ts';
import { BotError, ConfigError } from '../../core/model/errors.ts';
import type { RedisClient } from './connect.ts';
import { asking } from './errors.ts';
import { type Keys, makeKeys } from './keys.ts';
import { makeLocks } from './locks.ts';

/** Brings what is stored from `to - 1` to `to`. It may break off anywhere and is then run again from its start. */
export interface Migration {
  readonly to: number;
  run(redis: RedisClient, keys: Keys, signal: AbortSignal): Promise<void>;
}

/** In order, one step each. Version 1 is what the first release writes. */
const MIGRATIONS: readonly Migration[] = [];

const HOLD_MS = 30_000;
const LONGEST_WAIT_MS = 200;

export interface MigrateOptions {
  readonly prefix?: string;
  readonly migrations?: readonly Migration[];
  readonly signal?: AbortSignal;
}

/**
 * Brings the store to the version that this release writes, once, whichever process comes first; the others wait. Answers
 * that version. @throws ConfigError when the store was written by a newer release.
 */
export async function migrate(redis: RedisClient, options: MigrateOptions = {}): Promise<number> {
  const { prefix, migrations = MIGRATIONS, signal } = options;
  const keys = makeKeys(prefix);
  const known = migrations.at(-1)?.to ?? 1;
  const locks = makeLocks({ redis, keys });
  await asking(() => redis.setnx(keys.schema, known));

  for (;;) {
    signal?.throwIfAborted();
    const stored = await storedVersion(redis, keys);
    if (stored > known) throw newer(stored, known);
    if (stored === known) return known;
    try {
      await locks.withLock('migration', HOLD_MS, (held) => runAll(redis, keys, migrations, held));
    } catch (error) {
      if (!(error instanceof BotError && error.code === 'lock.busy')) throw error;
      await sleep(LONGEST_WAIT_MS, undefined, defined({ signal }));
    }
  }
}

async function runAll(redis: RedisClient, keys: Keys, migrations: readonly Migration[], signal: AbortSignal) {
  const stored = await storedVersion(redis, keys);
  for (const migration of migrations.filter(({ to }) => to > stored)) {
    await asking(() => migration.run(redis, keys, signal));
    signal.throwIfAborted();
    await asking(() => redis.set(keys.schema, migration.to));
  }
}

async function storedVersion(redis: RedisClient, keys: Keys): Promise<number> {
  return Number(await asking(() => redis.get(keys.schema)));
}

function newer(stored: number, known: number): ConfigError {
  return new ConfigError(
    'redis.newer-schema',
    `What is stored in Redis is of version ${stored}; this release knows versions up to ${known}.`,
    'Run the release that wrote it or a newer one, or give another `redis.prefix` to begin anew.',
  );
}
