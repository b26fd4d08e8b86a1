import { Cluster, type Redis } from 'ioredis';
import { ConfigError } from '../../core/model/errors.ts';
import type { RedisClient } from './connect.ts';
import { asking } from './errors.ts';

/** Something an operator should know; Plumbline works all the same. */
export interface RedisWarning {
  readonly code: string;
  readonly says: string;
  readonly hint: string;
}

export interface RedisReport {
  /** `Redis 7.0.15`, `Valkey 8.1.1`. */
  readonly version: string;
  readonly warnings: readonly RedisWarning[];
}

const OLDEST = 7;

/**
 * What Redis must be to keep what people rely on. Asked of every server that holds keys. Where a managed Redis forbids
 * CONFIG, what cannot be known is said and nothing more. @throws ConfigError with all problems at once.
 */
export async function checkRedis(redis: RedisClient): Promise<RedisReport> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const facts = await asking(() => Promise.all(servers.map(factsOf)));
  const problems = distinct(facts.flatMap(problemsOf));
  if (problems.length > 0) {
    throw new ConfigError(
      'redis.unfit',
      problems.map(({ says }) => says).join(' '),
      problems.map(({ hint }) => hint).join(' '),
    );
  }
  return { version: facts[0]?.version ?? '', warnings: distinct(facts.flatMap(warningsOf)) };
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

function problemsOf({ version, isTooOld, isReplica, policy }: Facts): readonly RedisWarning[] {
  const problems: RedisWarning[] = [];
  if (isTooOld) {
    const hint = `Use Redis ${OLDEST} or newer, or Valkey.`;
    problems.push({ code: 'redis.too-old', says: `${version} is too old.`, hint });
  }
  if (isReplica) {
    const hint = 'Name the master in REDIS_URL, or the Sentinels that know it.';
    problems.push({ code: 'redis.replica', says: 'This Redis is a read-only replica.', hint });
  }
  if (policy !== undefined && policy !== 'noeviction') {
    problems.push({
      code: 'redis.eviction',
      says: `Redis would throw away what Plumbline remembers when memory gets short: maxmemory-policy is ${policy}.`,
      hint: 'Run `redis-cli CONFIG SET maxmemory-policy noeviction` and put `maxmemory-policy noeviction` into redis.conf.',
    });
  }
  return problems;
}

function warningsOf({ policy, appends, savesAt }: Facts): readonly RedisWarning[] {
  const warnings: RedisWarning[] = [];
  if (policy === undefined) {
    const says = 'Redis does not tell its maxmemory-policy.';
    warnings.push({ code: 'redis.eviction-unknown', says, hint: 'Make sure that it is noeviction.' });
  }
  if (!appends) warnings.push({ ...persistence(savesAt), hint: 'Put `appendonly yes` into redis.conf.' });
  return warnings;
}

function persistence(savesAt: string | undefined): Pick<RedisWarning, 'code' | 'says'> {
  if (savesAt === undefined) {
    return {
      code: 'redis.persistence-unknown',
      says: 'Redis keeps no append-only file and does not tell whether it saves.',
    };
  }
  return savesAt === ''
    ? { code: 'redis.not-persistent', says: 'Redis stores nothing on disk: a restart forgets everything.' }
    : { code: 'redis.snapshots-only', says: 'Redis only saves now and then: a crash forgets the last minutes.' };
}

function distinct(warnings: readonly RedisWarning[]): readonly RedisWarning[] {
  return [...new Map(warnings.map((warning) => [warning.says, warning])).values()];
}
