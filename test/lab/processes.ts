import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `startedAt` (clock ticks since boot) tells the process from a later one that got the same pid. */
export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  readonly startedAt: string;
}

const STOP_GRACE_MS = 15_000;

/** Starts a process that outlives this one; its output goes to `<logs>/<name>.log`. */
export async function startProcess(spec: ProcessSpec, logs: string): Promise<RunningProcess> {
  await mkdir(logs, { recursive: true });
  const log = openSync(logFileFor(logs, spec.name), 'a');
  try {
    const child = spawn(spec.command, spec.args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...spec.env },
    });
    await spawned(child);
    child.unref();
    const pid = child.pid ?? 0;
    const startedAt = findStartTime(pid);
    if (startedAt === undefined) throw new Error(`${spec.name} ended at once; see ${logFileFor(logs, spec.name)}`);
    return { name: spec.name, pid, startedAt };
  } finally {
    closeSync(log);
  }
}

export function isRunning(running: RunningProcess): boolean {
  return findStartTime(running.pid) === running.startedAt;
}

export async function stopProcess(running: RunningProcess): Promise<void> {
  if (!isRunning(running)) return;
  process.kill(running.pid, 'SIGTERM');
  const deadline = Date.now() + STOP_GRACE_MS;
  while (isRunning(running)) {
    if (Date.now() > deadline) process.kill(running.pid, 'SIGKILL');
    await sleep(50);
  }
}

export function logFileFor(logs: string, name: string): string {
  return join(logs, `${name}.log`);
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
}

/** Field 22 of /proc/<pid>/stat; a zombie counts as ended. See proc_pid_stat(5). */
export function findStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}
