import { spawn } from 'node:child_process';
import { COMPILE_CACHE } from './compile-cache.ts';

export interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface CliOptions {
  /** Added to PATH, and to nothing else of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Given on standard input. */
  readonly input?: string;
}

/** `plumbline` as a process of its own, to its end. */
export function runCli(args: readonly string[], { env = {}, input = '' }: CliOptions = {}): Promise<Printed> {
  const child = spawn(process.execPath, ['bin/plumbline.js', ...args], {
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...COMPILE_CACHE, ...env },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })));
}
