import { spawn } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../bin/plumbline.js');

export interface Access {
  readonly argocdUrl: string;
  readonly token: string;
  /** '' for none: everything goes through Argo CD. */
  readonly kubeconfig: string;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly milliseconds: number;
}

/** The program that ships, pointed at a lab by its environment alone. */
export function runPlumbline({ argocdUrl, token, kubeconfig }: Access, args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, ARGOCD_SERVER: argocdUrl, ARGOCD_AUTH_TOKEN: token, KUBECONFIG: kubeconfig };
  return runProgram(process.execPath, [PROGRAM, ...args], env);
}

export function runProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const milliseconds = performance.now() - startedAt;
      resolve({ code, out: String(Buffer.concat(out)), err: String(Buffer.concat(err)), milliseconds });
    });
  });
}
