import { homedir } from 'node:os';
import { join } from 'node:path';

/** Built programs, one folder per program and version; safe to delete, costs a rebuild. */
export function cacheFolder(env = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plumbline-lab');
}

/** Everything one running lab writes: data, keys, kubeconfigs, logs, `lab.json`. */
export function labFolder(env = process.env): string {
  return env.PLUMBLINE_LAB_DIR || join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'plumbline-lab');
}
