import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { makeMemory } from '../../src/adapters/redis/client.ts';
import { closeRedis, connectRedis, type Patience } from '../../src/adapters/redis/connect.ts';
import { checkRedis } from '../../src/adapters/redis/preflight.ts';
import { startPrivateRedis } from '../../src/adapters/redis/private-redis.ts';
import { isAlive } from '../../src/adapters/redis/private-redis-claim.ts';
import { memoryOptions } from '../support/redis.ts';
import { freePort, type RedisProcessOptions, startRedisProcess } from '../support/redis-process.ts';

const PATH = process.env.PATH ?? '';
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function connect(port: number, patience: Patience = 'person', login = '') {
  const redis = await connectRedis(parseRedisUrl(`redis://${login}127.0.0.1:${port}`), { patience, waitMs: 5000 });
  cleanUps.push(() => closeRedis(redis));
  return redis;
}

async function startServer(options: RedisProcessOptions = {}) {
  const server = await startRedisProcess(options);
  cleanUps.push(() => server.stop());
  return server;
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-data-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('connectRedis', () => {
  it('says that Redis does not answer where nobody listens', async () => {
    const address = parseRedisUrl(`redis://127.0.0.1:${await freePort()}`);
    const connecting = connectRedis(address, { patience: 'worker', waitMs: 300 });
    await expect(connecting).rejects.toMatchObject({
      code: 'redis.unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
      retry: true,
    });
  });

  it('fails at once for a person while Redis is away; a worker waits until it is back', async () => {
    const port = await freePort();
    const server = await startServer({ port });
    const person = makeMemory(await connect(port), memoryOptions());
    const worker = makeMemory(await connect(port, 'worker'), memoryOptions());
    await server.kill();
    await expect(person.snapshots.reach('prod')).rejects.toMatchObject({ code: 'redis.unavailable' });
    await expect(person.locks.withLock('a', 1000, async () => 1)).rejects.toMatchObject({ code: 'redis.unavailable' });
    const waiting = worker.snapshots.reach('prod');
    const locking = worker.locks.withLock('a', 1000, async (signal) => signal.aborted);
    await startServer({ port });
    expect(await waiting).toBeUndefined();
    expect(await locking).toBe(false);
  });

  it('tells the holder of a lock when Redis is away for longer than it is held', async () => {
    const server = await startServer();
    const { locks } = makeMemory(await connect(server.port, 'worker'), memoryOptions());
    const reason = await locks.withLock('a', 400, async (signal) => {
      await server.kill();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return signal.reason;
    });
    expect(reason).toMatchObject({ code: 'lock.lost' });
  });

  it('refuses a wrong password at once and without quoting it', async () => {
    const port = await freePort();
    await startServer({ port, settings: ['protected-mode no'] }).then(({ admin }) =>
      admin.config('SET', 'requirepass', 'right'),
    );
    const connecting = connect(port, 'worker', ':wrong-password@');
    await expect(connecting).rejects.toMatchObject({ code: 'redis.forbidden' });
    await expect(connecting).rejects.not.toThrow(/wrong-password/);
    await connect(port, 'worker', ':right@');
  });
});

describe('checkRedis', () => {
  async function check(settings: readonly string[], login?: string) {
    const { port } = await startServer({ settings });
    return checkRedis(await connect(port, 'person', login));
  }

  it('is content with an append-only file and noeviction', async () => {
    const report = await check(['appendonly yes', 'maxmemory-policy noeviction']);
    expect(report).toEqual({ version: expect.stringMatching(/^(Redis|Valkey) \d+\./), warnings: [] });
  });

  it('refuses a Redis that would evict, with the line that repairs it', async () => {
    await expect(check(['appendonly yes', 'maxmemory-policy allkeys-lru'])).rejects.toMatchObject({
      code: 'redis.unfit',
      message: expect.stringContaining('allkeys-lru'),
      hint: expect.stringContaining('CONFIG SET maxmemory-policy noeviction'),
    });
  });

  it.each([
    ['save ""', 'redis.not-persistent'],
    ['save 60 1', 'redis.snapshots-only'],
  ])('warns where a crash would cost memory: %s', async (save, code) => {
    expect((await check([save])).warnings.map((warning) => warning.code)).toEqual([code]);
  });

  it('says what it cannot know where CONFIG is forbidden', async () => {
    const settings = ['user limited on >secret ~* &* +@all -config', 'save ""'];
    const { warnings } = await check(settings, 'limited:secret@');
    expect(warnings.map(({ code }) => code)).toEqual(['redis.persistence-unknown']);
  });

  it('refuses a replica: nothing could be written', async () => {
    const master = await startServer();
    const problem = await check([`replicaof 127.0.0.1 ${master.port}`, 'appendonly yes']).catch(
      (error: Error) => error,
    );
    expect(problem).toMatchObject({ code: 'redis.unfit', message: expect.stringContaining('replica') });
  });
});

describe('startPrivateRedis', () => {
  it('names the line that installs the program where it is missing', async () => {
    const starting = startPrivateRedis({ folder: await aFolder(), path: '/nowhere' });
    await expect(starting).rejects.toMatchObject({
      code: 'redis.no-server',
      hint: expect.stringMatching(/(apt-get|brew) install/),
    });
  });

  it('keeps what was stored from one start to the next, and lets in nobody without the password', async () => {
    const folder = join(await aFolder(), 'data');
    const first = await startPrivateRedis({ folder, path: PATH });
    const redis = new Redis(first.url);
    await redis.set('kept', 'yes');
    expect(await checkRedis(redis)).toMatchObject({ warnings: [] });
    redis.disconnect();
    const { port } = new URL(first.url);
    await expect(connect(Number(port))).rejects.toMatchObject({ code: 'redis.forbidden' });
    await first.stop();

    const second = await startPrivateRedis({ folder, path: PATH });
    cleanUps.push(() => second.stop());
    const again = new Redis(second.url);
    expect(await again.get('kept')).toBe('yes');
    again.disconnect();
  });

  it('never runs two servers in one folder: the second start finds the first', async () => {
    const folder = await aFolder();
    const servers = await Promise.all([1, 2, 3].map(() => startPrivateRedis({ folder, path: PATH })));
    for (const server of servers) cleanUps.push(() => server.stop());
    expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  });

  it('starts again after its server was killed', async () => {
    const folder = await aFolder();
    const first = await startPrivateRedis({ folder, path: PATH });
    process.kill(first.pid, 'SIGKILL');
    const second = await startPrivateRedis({ folder, path: PATH });
    cleanUps.push(() => second.stop());
    expect(second.pid).not.toBe(first.pid);
    await first.stop();
    const third = await startPrivateRedis({ folder, path: PATH });
    cleanUps.push(() => third.stop());
    expect(third.pid).toBe(second.pid);
  });

  it('takes over a server whose owner was killed, and ends it in its place', async () => {
    const folder = await aFolder();
    const module = new URL('../../src/adapters/redis/private-redis.ts', import.meta.url).href;
    const code = `const { startPrivateRedis } = await import(${JSON.stringify(module)});
      const { pid } = await startPrivateRedis({ folder: ${JSON.stringify(folder)}, path: process.env.PATH });
      process.stdout.write(String(pid));
      setInterval(() => undefined, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(owner.stdout, 'data');
    const shared = await startPrivateRedis({ folder, path: PATH });
    expect(shared.pid).toBe(Number(said));
    await shared.stop();
    expect(isAlive(shared.pid)).toBe(true);

    const exit = once(owner, 'exit');
    owner.kill('SIGKILL');
    await exit;
    const adopted = await startPrivateRedis({ folder, path: PATH });
    expect(adopted.pid).toBe(shared.pid);
    await adopted.stop();
    await expect(connectRedis(parseRedisUrl(adopted.url), { patience: 'person', waitMs: 200 })).rejects.toThrow();
  });
});
