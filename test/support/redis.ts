import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRedisUrl, type RedisAddress } from '../../src/adapters/redis/address.ts';
import { type Memory, type MemoryOptions, makeMemory } from '../../src/adapters/redis/client.ts';
import { closeRedis, connectRedis, type Patience, type RedisClient } from '../../src/adapters/redis/connect.ts';
import { type PrivateRedis, startPrivateRedis } from '../../src/adapters/redis/private-redis.ts';

/** One Redis for a suite. Each test takes a memory of its own: its keys begin with a prefix that nobody else has. */
export interface TestRedis {
  readonly url: string;
  readonly pid: number;
  memory(options?: Partial<MemoryOptions>): Promise<Memory>;
  /** A connection that is closed with everything else. */
  connect(patience?: Patience): Promise<RedisClient>;
  /** As a power cut would end it. The data stays for `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-redis-'));
  let server: PrivateRedis = await startServer(folder);
  const connections = connectionsTo(() => parseRedisUrl(server.url));
  return {
    get url() {
      return server.url;
    },
    get pid() {
      return server.pid;
    },
    ...connections,
    async kill() {
      process.kill(server.pid, 'SIGKILL');
      await server.stop();
    },
    async start() {
      server = await startServer(folder);
    },
    async stop() {
      await connections.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const aPrefix = (): string => `{test-${randomUUID().slice(0, 8)}}`;

/** What a memory needs besides Redis. A value that cannot be read fails the test that did not expect it. */
export function memoryOptions(options: Partial<MemoryOptions> = {}): MemoryOptions {
  return {
    prefix: aPrefix(),
    clock: { now: () => new Date() },
    onUnreadable: (found) => {
      throw new TypeError(`${found.key} ${found.field ?? ''} ${found.problem}`);
    },
    ...options,
  };
}

export function connectionsTo(address: () => RedisAddress) {
  const open: RedisClient[] = [];
  const connect = async (patience: Patience = 'worker'): Promise<RedisClient> => {
    const redis = await connectRedis(address(), { patience });
    open.push(redis);
    return redis;
  };
  return {
    connect,
    memory: async (options: Partial<MemoryOptions> = {}): Promise<Memory> =>
      makeMemory(await connect(), memoryOptions(options)),
    close: async (): Promise<void> => void (await Promise.all(open.splice(0).map(closeRedis))),
  };
}

function startServer(folder: string): Promise<PrivateRedis> {
  return startPrivateRedis({ folder, path: process.env.PATH ?? '' });
}
