import { readdirSync, readFileSync } from 'node:fs';
import { findStartTime, type RunningProcess } from './processes.ts';

/** In the environment of every process of a lab, and so of what it starts: the lab's folder. */
const MARK = 'PLUMBLINE_LAB_OF';

export function markFor(folder: string): Readonly<Record<string, string>> {
  return { [MARK]: folder };
}

/** What runs and bears the mark of the lab in this folder, or of any lab, whether or not a `lab.json` knows of it. */
export function findMarkedProcesses(folder?: string): readonly RunningProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).flatMap((pid) => {
    const isOurs = environmentOf(pid).some((entry) =>
      folder === undefined ? entry.startsWith(`${MARK}=`) : entry === `${MARK}=${folder}`,
    );
    const startedAt = findStartTime(pid);
    return isOurs && startedAt !== undefined && pid !== process.pid ? [{ name: nameOf(pid), pid, startedAt }] : [];
  });
}

/** Empty for what has ended, and for what belongs to somebody else. */
function environmentOf(pid: number): readonly string[] {
  return read(`/proc/${pid}/environ`).split('\0');
}

function nameOf(pid: number): string {
  return read(`/proc/${pid}/comm`).trim();
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
