import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

export class GitError extends Error {
  readonly code: number;

  constructor(args: readonly string[], code: number, message: string) {
    super(`git ${args[0] ?? ''} failed with ${code}: ${message.trim()}`);
    this.code = code;
  }
}

/** Runs git in `folder` without anybody's configuration; resolves to what it printed. */
export function runGit(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const git = spawn('git', args, {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_DIR: folder, TZ: 'UTC' },
    });
    const output: Buffer[] = [];
    let problem = '';
    git.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    git.stderr.on('data', (chunk: Buffer) => {
      problem += chunk.toString();
    });
    git.on('error', reject);
    git.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(output)) : reject(new GitError(args, code ?? -1, problem)),
    );
    git.stdin.on('error', () => undefined);
    git.stdin.end(input);
  });
}
