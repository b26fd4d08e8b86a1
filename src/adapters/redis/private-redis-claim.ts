import { readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseRedisUrl } from './address.ts';
import { closeRedis, connectRedis } from './connect.ts';

/*
 * Two servers must never append to the same file. A note in the data folder says who runs one there, so that the next
 * process shares it, takes it over when its owner is gone, or starts one where nothing runs.
 */
export interface Noted {
  readonly url: string;
  readonly pid: number;
  /** Process that ends the server. */
  readonly owner: number;
}

export interface Claim {
  /** Absent: the folder is ours to start a server in. */
  readonly running?: Noted;
  write(noted: Noted): Promise<void>;
  release(): Promise<void>;
}

const Note = z.object({ url: z.string().optional(), pid: z.number().optional(), owner: z.number() });
type Note = z.infer<typeof Note>;

const ANSWER_MS = 20_000;
/** From the note to the first open port. */
const START_MS = 3000;

export async function claimFolder(folder: string): Promise<Claim> {
  const file = join(folder, 'private-redis.json');
  const save = (note: Note, flag: 'w' | 'wx') => writeFile(file, JSON.stringify(note), { flag, mode: 0o600 });
  const claim: Claim = {
    write: (noted) => save(noted, 'w'),
    release: () => rm(file, { force: true }),
  };

  for (;;) {
    try {
      await save({ owner: process.pid }, 'wx');
      return claim;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const found = await findRunning(file);
    if (found === undefined) {
      await claim.release();
      continue;
    }
    const running = isAlive(found.owner) ? found : { ...found, owner: process.pid };
    await claim.write(running);
    return { ...claim, running };
  }
}

/** undefined: whoever wrote the note is gone and so is the server. */
async function findRunning(file: string): Promise<Noted | undefined> {
  const until = Date.now() + START_MS;
  for (;;) {
    const note = await readNote(file);
    if (note === undefined) return undefined;
    const { url, pid, owner } = note;
    if (url !== undefined && pid !== undefined && (await isListening(url))) {
      return (await answers(url)) ? { url, pid, owner } : undefined;
    }
    if (Date.now() > until || owner === process.pid || !isAlive(owner)) return undefined;
    await sleep(50);
  }
}

async function readNote(file: string): Promise<Note | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    const tell = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', tell(true)).once('error', tell(false));
  });
}

/** Also when it first has to load what it stored. */
export async function answers(url: string, waitMs = ANSWER_MS): Promise<boolean> {
  try {
    await closeRedis(await connectRedis(parseRedisUrl(url), { patience: 'worker', waitMs }));
    return true;
  } catch {
    return false;
  }
}
