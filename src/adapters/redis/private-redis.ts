import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../core/model/errors.ts';
import { answers, claimFolder, isAlive, isListening } from './private-redis-claim.ts';
import { findRedisServer, noRedisServer } from './redis-server.ts';

/*
 * A Redis of our own, for who has none: only this machine reaches it, it asks for a password, and it appends every write to
 * a file in the data folder. A server that outlived its owner is taken over; one whose owner lives is shared.
 */
export interface PrivateRedis {
  readonly url: string;
  readonly pid: number;
  /** Ends the server, unless another process owns it. */
  stop(): Promise<void>;
}

export interface PrivateRedisOptions {
  /** Made where it is missing. What was stored in it is there again. */
  readonly folder: string;
  /** Where programs are looked for, as in PATH. */
  readonly path: string;
}

const LOG = 'private-redis.log';
/** Somebody else may take the free port first. */
const ATTEMPTS = 3;
const STOP_MS = 5000;

/** @throws ConfigError when there is no redis-server; UnavailableError when it does not start. */
export async function startPrivateRedis({ folder, path }: PrivateRedisOptions): Promise<PrivateRedis> {
  const program = findRedisServer(path);
  if (program === undefined) throw noRedisServer();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const claim = await claimFolder(folder);
  if (claim.running !== undefined) {
    const { url, pid } = claim.running;
    const stop = async () => {
      if (!claim.isOwner) return;
      if (await isListening(url)) await end(pid);
      await claim.release();
    };
    return { url, pid, stop };
  }

  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const server = await start(program, folder);
    if (server === undefined) continue;
    const { url, pid, hasEnded } = server;
    await claim.write({ url, pid });
    const stop = async () => {
      if (!hasEnded()) await end(pid);
      await claim.release();
    };
    return { url, pid, stop };
  }
  await claim.release();
  throw new UnavailableError('redis.private', 'The private Redis does not start.', `Read ${join(folder, LOG)}.`);
}

interface Started {
  readonly url: string;
  readonly pid: number;
  /** Its pid may be another's by then. */
  hasEnded(): boolean;
}

/** undefined: it ended at once. */
async function start(program: string, folder: string): Promise<Started | undefined> {
  const port = await freePort();
  const password = randomBytes(24).toString('base64url');
  // Detached: Ctrl-C reaches the owner alone, which needs Redis until it has ended itself.
  const child = spawn(program, ['-'], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const ended = new AbortController();
  child.once('exit', () => ended.abort()).once('error', () => ended.abort());
  // Standard input, because everybody on the machine can read arguments.
  child.stdin.on('error', () => undefined).end(settings(port, folder, password));
  const url = `redis://:${password}@127.0.0.1:${port}`;
  if (!(await answers(url, ended.signal)) || child.pid === undefined) {
    child.kill('SIGKILL');
    return undefined;
  }
  child.unref();
  return { url, pid: child.pid, hasEnded: () => ended.signal.aborted };
}

function settings(port: number, folder: string, password: string): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    `logfile ${JSON.stringify(join(folder, LOG))}`,
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Bounded: a server that was taken over may have nobody who takes note of its end. */
async function end(pid: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (isAlive(pid)) process.kill(pid, signal);
    for (const until = Date.now() + STOP_MS; isAlive(pid) && Date.now() < until; ) await sleep(20);
  }
}
