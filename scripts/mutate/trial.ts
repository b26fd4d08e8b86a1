import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A copy of a tree in which mutants are tried; the tree itself is never written to. */
interface Copy {
  readonly folder: string;
  /** Takes these files from the tree again. */
  reset(files: readonly string[]): void;
  remove(): void;
}

export function copyOf(tree: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const reset = (files: readonly string[]) => {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(tree, file), join(folder, file));
    }
  };
  reset(listed.split('\0').filter((file) => file !== '' && existsSync(join(tree, file))));
  symlinkSync(resolve(tree, 'node_modules'), join(folder, 'node_modules'));
  return { folder, reset, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type Outcome =
  | { readonly result: 'survived'; readonly seconds: number }
  | { readonly result: 'caught'; readonly seconds: number; readonly by: string };

/**
 * Runs the commands in turn until one fails. A mutant may loop for ever: what takes longer than `limit` milliseconds is
 * ended and counts as caught.
 */
export async function tryCommands(commands: readonly string[], folder: string, limit: number): Promise<Outcome> {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 100) / 10;
  for (const command of commands) {
    const { code, output } = await run(command, folder, limit);
    if (code === 0) continue;
    return { result: 'caught', seconds: seconds(), by: code === undefined ? 'no end in time' : catcherIn(output) };
  }
  return { result: 'survived', seconds: seconds() };
}

/** The test that vitest names first as failed, or the last line of what was printed. */
export function catcherIn(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const failed = lines.find((line) => /^\s*FAIL\s/.test(line));
  return (failed?.replace(/^\s*FAIL\s+/, '') ?? lines.findLast((line) => line.trim() !== '') ?? '').trim();
}

function run(command: string, folder: string, limit: number): Promise<{ code: number | undefined; output: string }> {
  return new Promise((done) => {
    // a process group of its own, because vitest has workers and they have servers
    const child = spawn('sh', ['-c', command], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    let ended = false;
    const timer = setTimeout(() => {
      ended = true;
      endGroup(child.pid);
    }, limit);
    const stop = () => endGroup(child.pid);
    process.once('exit', stop);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.removeListener('exit', stop);
      endGroup(child.pid);
      done({ code: ended ? undefined : (code ?? 1), output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group has ended already
  }
}
