import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from './compile-cache.ts';
import { PATIENCE_MS } from './pace.ts';
import { eventually } from './running-bot.ts';

/** `plumbline serve` as a process of its own: what a signal does to it is real. */
export interface ServeProcess {
  readonly pid: number;
  /** Everything on standard error so far. */
  said(): string;
  /** Resolves when it serves; rejects when it ended instead. */
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** The exit code; null when a signal ended it. */
  exited(withinMs?: number): Promise<number | null>;
}

interface ServeOptions {
  readonly args?: readonly string[];
  /** Added to PATH and HOME, and to nothing else of this process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to a file and given as --config. */
  readonly config?: object;
}

export interface Serving {
  serve(options: ServeOptions): Promise<ServeProcess>;
  /** A folder for data; it goes away at the end. */
  readonly folder: string;
  /** Ends what still runs. */
  close(): Promise<void>;
}

export async function makeServing(): Promise<Serving> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-serve-'));
  const running = new Set<ChildProcess>();
  let files = 0;
  return {
    folder,
    async serve({ args = [], env = {}, config }) {
      files += 1;
      const file = join(folder, `plumbline-${files}.yml`);
      if (config !== undefined) await writeFile(file, JSON.stringify(config));
      const child = spawn(
        process.execPath,
        ['bin/plumbline.js', 'serve', ...args, ...(config === undefined ? [] : ['--config', file])],
        {
          env: { PATH: process.env.PATH ?? '', HOME: folder, ...COMPILE_CACHE, ...env },
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
      running.add(child);
      child.once('exit', () => running.delete(child));
      return processOf(child);
    },
    async close() {
      await Promise.all([...running].map((child) => endNow(child)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function endNow(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  if (child.kill('SIGKILL')) await exit;
}

function processOf(child: ChildProcess): ServeProcess {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const ended = once(child, 'close');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    said: () => text,
    async ready() {
      await eventually('it serves', async () => hasEnded() || text.includes('plumbline: serving'));
      if (hasEnded()) throw new Error(`it ended with ${child.exitCode}: ${text}`);
    },
    signal: (name) => void child.kill(name),
    async exited(withinMs = PATIENCE_MS) {
      const late = AbortSignal.timeout(withinMs);
      const tooLate = once(late, 'abort').then(() => {
        throw new Error(`it still runs after ${withinMs} ms: ${text}`);
      });
      await Promise.race([ended, tooLate]);
      return child.exitCode;
    },
  };
}
