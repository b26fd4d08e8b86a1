import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, noRedisServer } from '../../src/adapters/redis/redis-server.ts';

/** A bare redis-server with the settings of a test, without persistence unless they ask for it. */
export interface RedisProcess {
  readonly port: number;
  /** For the test's own commands. */
  readonly admin: Redis;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisProcessOptions {
  readonly port?: number;
  readonly settings?: readonly string[];
  readonly args?: readonly string[];
}

export async function startRedisProcess(options: RedisProcessOptions = {}): Promise<RedisProcess> {
  const { settings = [], args = [] } = options;
  const program = findRedisServer(process.env.PATH ?? '');
  if (program === undefined) throw noRedisServer();
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-redis-'));
  const config = join(folder, 'redis.conf');
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...settings];
  // A file, because a Sentinel writes what it learns into its own.
  await writeFile(config, lines.join('\n'));
  const child = spawn(program, [config, ...args], { stdio: 'ignore' });
  const admin = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  admin.on('error', () => undefined);
  await admin.ping();
  const kill = async () => {
    admin.disconnect();
    await endNow(child);
  };
  return {
    port,
    admin,
    kill,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
