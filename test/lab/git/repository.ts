import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const AUTHOR = ['-c', 'user.name=Lab', '-c', 'user.email=lab@example.com', '-c', 'commit.gpgsign=false'];

export interface Repository {
  /** What an Application names as its repoURL. */
  readonly url: string;
  /** Writes the files (path to content; null removes it), commits them and returns the new revision. */
  commit(files: Readonly<Record<string, string | null>>, message: string): Promise<string>;
}

/** A real repository below `parent`, created on first use. */
export async function openRepository(parent: string, name: string): Promise<Repository> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  await run('git', ['init', '--quiet', '--initial-branch=main', folder]);

  return {
    url: pathToFileURL(folder).href,
    async commit(files, message) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        if (content === null) {
          await rm(file, { recursive: true, force: true });
          continue;
        }
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
      await run('git', ['-C', folder, 'add', '--all']);
      await run('git', [...AUTHOR, '-C', folder, 'commit', '--quiet', '--allow-empty', '--message', message]);
      const { stdout } = await run('git', ['-C', folder, 'rev-parse', 'HEAD']);
      return stdout.trim();
    },
  };
}
