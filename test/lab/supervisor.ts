import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LabState, saveLabState } from './lab-state.ts';
import { markFor } from './marked-processes.ts';
import { isRunning, logFileFor, type ProcessSpec, type RunningProcess, startProcess } from './processes.ts';
import { waitUntil } from './wait-until.ts';

const LOG_TAIL_LINES = 15;

export type Supervisor = ReturnType<typeof makeSupervisor>;

/** Starts what is not running yet and remembers every process in `lab.json` before going on. */
export function makeSupervisor(folder: string, initial: LabState) {
  let state = initial;

  async function update(change: Partial<LabState>): Promise<void> {
    state = { ...state, ...change };
    await saveLabState(folder, state);
  }

  /** Resolves once `isReady` says so; a process that ends before that fails at once, with the end of its log. */
  async function ensure(spec: ProcessSpec, isReady: () => Promise<boolean>): Promise<void> {
    const known = state.processes.find(({ name }) => name === spec.name);
    const running = known !== undefined && isRunning(known) ? known : await start(spec);
    const outcome = await waitUntil(spec.name, async () => {
      if (!isRunning(running)) return 'ended';
      return (await isReady().catch(() => false)) ? 'ready' : undefined;
    });
    if (outcome === 'ended') throw new Error(`${spec.name} ended:\n${await tailOf(running)}`);
  }

  async function start(spec: ProcessSpec): Promise<RunningProcess> {
    const marked = { ...spec, env: { ...spec.env, ...markFor(folder) } };
    const running = await startProcess(marked, logsFolder(folder));
    await update({ processes: [...state.processes.filter(({ name }) => name !== spec.name), running] });
    return running;
  }

  async function tailOf({ name }: RunningProcess): Promise<string> {
    const lines = (await readFile(logFileFor(logsFolder(folder), name), 'utf8')).trimEnd().split('\n');
    return lines.slice(-LOG_TAIL_LINES).join('\n');
  }

  return { ensure, update, state: () => state };
}

export function logsFolder(folder: string): string {
  return join(folder, 'logs');
}
