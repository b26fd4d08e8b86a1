import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What `scripts/ensure-programs.sh` builds, and what the recorded session was made with. */
export const RELEASE = 'v1.34.4';

/** On the path, or where the lab builds it. */
export function findKubectl(): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folders = [join(cache, 'plumbline-lab', `kubectl-${RELEASE}`), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'kubectl')).find((path) => existsSync(path));
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Kubectl = (args: readonly string[], input?: string) => Promise<Outcome>;

export function makeKubectl(program: string, kubeconfig: string, home: string, more: NodeJS.ProcessEnv = {}): Kubectl {
  return (args, input = '') =>
    new Promise((resolve) => {
      const child = execFile(
        program,
        args,
        { env: { PATH: process.env.PATH, HOME: home, KUBECONFIG: kubeconfig, ...more } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
}
