import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { closeRedis, connectRedis } from '../../src/adapters/redis/connect.ts';
import { findRedisServer, noRedisServer } from '../../src/adapters/redis/redis-server.ts';
import { connectionsTo, type TestRedis } from './redis.ts';
import { freePort } from './redis-process.ts';

/** A Redis as an operator runs it: it comes back at the same address with everything it had. */
export interface DurableRedis extends TestRedis {
  /** It accepts connections and answers nothing: a machine that swaps, a network that drops. */
  freeze(): void;
  thaw(): void;
}

export async function startDurableRedis(): Promise<DurableRedis> {
  const program = findRedisServer(process.env.PATH ?? '');
  if (program === undefined) throw noRedisServer();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-redis-'));
  const config = join(folder, 'redis.conf');
  await writeFile(config, settings(port, folder));
  const url = `redis://127.0.0.1:${port}`;
  const connections = connectionsTo(() => parseRedisUrl(url));
  let server = await started(program, config, url);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    connect: connections.connect,
    memory: connections.memory,
    kill,
    async start() {
      server = await started(program, config, url);
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      await connections.close();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settings(port: number, folder: string): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

async function started(program: string, config: string, url: string): Promise<ChildProcess> {
  const child = spawn(program, [config], { stdio: 'ignore' });
  await closeRedis(await connectRedis(parseRedisUrl(url), { patience: 'worker' }));
  return child;
}
