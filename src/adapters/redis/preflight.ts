import { Cluster, type Redis } from 'ioredis';
import { ConfigError } from '../../core/model/errors.ts';
import type { StoreReport, StoreShortcoming } from '../../ports/self-check.ts';
import type { RedisClient } from './connect.ts';
import { asking } from './errors.ts';

const OLDEST = 7;

/**
 * Asked of every server that holds keys. Where a managed Redis forbids CONFIG, what cannot be known is said and nothing
 * more.
 */
export async function inspectRedis(redis: RedisClient): Promise<StoreReport> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const facts = await asking(() => Promise.all(servers.map(factsOf)));
  return { version: facts[0]?.version ?? '', shortcomings: distinct(facts.flatMap(shortcomingsOf)) };
}

export interface RedisFitness {
  readonly version: string;
  /** What an operator should know; Plumbline works all the same. */
  readonly warnings: readonly StoreShortcoming[];
}

/** What Redis must be to keep what people rely on. @throws ConfigError with all problems at once. */
export async function checkRedis(redis: RedisClient): Promise<RedisFitness> {
  const { version, shortcomings } = await inspectRedis(redis);
  const problems = shortcomings.filter(({ gravity }) => gravity === 'unfit');
  if (problems.length > 0) {
    throw new ConfigError(
      'redis.unfit',
      problems.map(({ says }) => says).join(' '),
      problems.map(({ hint }) => hint).join(' '),
    );
  }
  return { version, warnings: shortcomings };
}

interface Facts {
  readonly version: string;
  readonly isTooOld: boolean;
  readonly isReplica: boolean;
  /** undefined: Redis does not tell. */
  readonly policy: string | undefined;
  readonly appends: boolean;
  readonly savesAt: string | undefined;
}

async function factsOf(server: Redis): Promise<Facts> {
  const info = parseInfo(await server.info());
  const valkey = info.get('valkey_version');
  const version = info.get('redis_version') ?? '';
  return {
    version: valkey === undefined ? `Redis ${version}` : `Valkey ${valkey}`,
    isTooOld: valkey === undefined && Number.parseInt(version, 10) < OLDEST,
    isReplica: info.get('role') === 'slave',
    policy: info.get('maxmemory_policy') ?? (await setting(server, 'maxmemory-policy')),
    appends: info.get('aof_enabled') === '1',
    savesAt: await setting(server, 'save'),
  };
}

function parseInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\r\n').flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
    }),
  );
}

/** undefined: it may not be asked. Managed services rename, hide or forbid CONFIG. */
async function setting(server: Redis, name: string): Promise<string | undefined> {
  try {
    const answer = await server.config('GET', name);
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return undefined;
    throw error;
  }
}

function shortcomingsOf(facts: Facts): readonly StoreShortcoming[] {
  return [versionOf(facts), roleOf(facts), evictionOf(facts), persistenceOf(facts)].filter(
    (found) => found !== undefined,
  );
}

function versionOf({ version, isTooOld }: Facts): StoreShortcoming | undefined {
  if (!isTooOld) return undefined;
  const hint = `Use Redis ${OLDEST} or newer, or Valkey.`;
  return { code: 'redis.too-old', aspect: 'version', gravity: 'unfit', says: `${version} is too old.`, hint };
}

function roleOf({ isReplica }: Facts): StoreShortcoming | undefined {
  if (!isReplica) return undefined;
  const hint = 'Name the master in REDIS_URL, or the Sentinels that know it.';
  return { code: 'redis.replica', aspect: 'role', gravity: 'unfit', says: 'This Redis is a read-only replica.', hint };
}

function evictionOf({ policy }: Facts): StoreShortcoming | undefined {
  if (policy === 'noeviction') return undefined;
  if (policy === undefined) {
    return {
      code: 'redis.eviction-unknown',
      aspect: 'eviction',
      gravity: 'unknown',
      says: 'Redis does not tell its maxmemory-policy.',
      hint: 'Make sure that it is noeviction.',
    };
  }
  return {
    code: 'redis.eviction',
    aspect: 'eviction',
    gravity: 'unfit',
    says: `Redis would throw away what Plumbline remembers when memory gets short: maxmemory-policy is ${policy}.`,
    hint: 'Run `redis-cli CONFIG SET maxmemory-policy noeviction` and put `maxmemory-policy noeviction` into redis.conf.',
  };
}

function persistenceOf({ appends, savesAt }: Facts): StoreShortcoming | undefined {
  if (appends) return undefined;
  const common = { aspect: 'persistence', hint: 'Put `appendonly yes` into redis.conf.' } as const;
  if (savesAt === undefined) {
    const says = 'Redis keeps no append-only file and does not tell whether it saves.';
    return { ...common, code: 'redis.persistence-unknown', gravity: 'unknown', says };
  }
  return savesAt === ''
    ? {
        ...common,
        code: 'redis.not-persistent',
        gravity: 'risky',
        says: 'Redis stores nothing on disk: a restart forgets everything.',
      }
    : {
        ...common,
        code: 'redis.snapshots-only',
        gravity: 'risky',
        says: 'Redis only saves now and then: a crash forgets the last minutes.',
      };
}

function distinct(shortcomings: readonly StoreShortcoming[]): readonly StoreShortcoming[] {
  return [...new Map(shortcomings.map((shortcoming) => [shortcoming.says, shortcoming])).values()];
}
