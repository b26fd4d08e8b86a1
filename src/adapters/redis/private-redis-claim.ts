import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defined } from '../../core/model/defined.ts';
import { parseRedisUrl } from './address.ts';
import { closeRedis, connectRedis } from './connect.ts';

/*
 * Two servers must never append to the same file. A note in the data folder says who runs one there, so that the next
 * process shares it, takes it over when its owner is gone, or starts one where nothing runs.
 */
interface Running {
  readonly url: string;
  readonly pid: number;
}

export interface Claim {
  /** Absent: the folder is ours to start a server in. */
  readonly running?: Running;
  /** Whether this process ends the server. */
  readonly isOwner: boolean;
  write(running: Running): Promise<void>;
  /** Takes the note away, unless it is another's by now. */
  release(): Promise<void>;
}

/** `life`: in a container the next process often has the pid of the last. */
const Note = z.object({ url: z.string().optional(), pid: z.number().optional(), owner: z.number(), life: z.string() });
type Note = z.infer<typeof Note>;

const THIS_LIFE = randomUUID();
const ANSWER_MS = 20_000;
/** From the note to a server that listens. */
const START_MS = 5000;

export async function claimFolder(folder: string): Promise<Claim> {
  const file = join(folder, 'private-redis.json');
  let written = '';
  const save = async (running: Partial<Running>, flag: 'w' | 'wx'): Promise<void> => {
    const text = JSON.stringify({ ...running, owner: process.pid, life: THIS_LIFE } satisfies Note);
    await writeFile(file, text, { flag, mode: 0o600 });
    written = text;
  };
  const claim: Claim = {
    isOwner: true,
    write: (running) => save(running, 'w'),
    release: async () => {
      if ((await readText(file)) === written) await removeNote(file, written);
    },
  };

  for (;;) {
    try {
      await save({}, 'wx');
      return claim;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const { text, note } = await findRunning(file);
    if (note === undefined) {
      await removeNote(file, text);
      continue;
    }
    const running = { url: note.url, pid: note.pid };
    if (livesOn(note)) return { ...claim, running, isOwner: false };
    await save(running, 'w');
    return { ...claim, running };
  }
}

interface Found {
  /** The note as it stood; '' = there was none. */
  readonly text: string;
  /** Absent: whoever wrote it is gone, and so is the server. */
  readonly note?: Note & Running;
}

async function findRunning(file: string): Promise<Found> {
  const until = Date.now() + START_MS;
  for (;;) {
    const text = await readText(file);
    if (text === undefined) return { text: '' };
    const note = parseNote(text);
    if (note?.url !== undefined && note.pid !== undefined && (await isListening(note.url))) {
      const { url, pid } = note;
      return (await answers(url)) ? { text, note: { ...note, url, pid } } : { text };
    }
    // A note that cannot be read yet is being written.
    const isStarting = note === undefined || (note.url === undefined && livesOn(note));
    if (!isStarting || Date.now() > until) return { text };
    await sleep(50);
  }
}

/** Only the note that was judged: another process may have made a new one meanwhile. */
async function removeNote(file: string, judged: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readText(aside)) !== judged) await link(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parseNote(text: string): Note | undefined {
  try {
    return Note.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function livesOn({ owner, life }: Note): boolean {
  return owner === process.pid ? life === THIS_LIFE : isAlive(owner);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function isListening(url: string): Promise<boolean> {
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
export async function answers(url: string, signal?: AbortSignal): Promise<boolean> {
  const options = { patience: 'worker', waitMs: ANSWER_MS, ...defined({ signal }) } as const;
  try {
    await closeRedis(await connectRedis(parseRedisUrl(url), options));
    return true;
  } catch {
    return false;
  }
}
