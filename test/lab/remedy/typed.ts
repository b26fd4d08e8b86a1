import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import type { RunningLab } from '../running-lab.ts';

const run = promisify(execFile);

/** A line of a message, typed into a shell that has a real kubectl; what it printed. */
export async function typed({ kubeconfig }: RunningLab, line: string): Promise<string> {
  const { folder } = locateProgram(PROGRAMS.kubectl);
  const env = { PATH: `${folder}:${process.env.PATH ?? ''}`, HOME: tmpdir(), KUBECONFIG: kubeconfig };
  const { stdout } = await run('bash', ['-c', `set -o pipefail; ${line}`], { env });
  return stdout;
}
