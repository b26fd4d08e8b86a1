import { mkdir } from 'node:fs/promises';
import { join, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Commit, GitModel, WorldClock } from '../cluster/types.ts';
import { GitError, runGit } from './run-git.ts';

export interface GitModelOptions {
  /** Dates commits. */
  readonly clock: WorldClock;
  readonly author?: string;
}

const AUTHOR = 'Plumbline Demo <demo@plumbline.invalid>';

/** Makes the folder a bare repository unless it is one. Commits are built without a work tree. */
export async function makeGitModel(
  folder: string,
  { clock, author: usualAuthor = AUTHOR }: GitModelOptions,
): Promise<GitModel> {
  const repository = resolvePath(folder);
  await mkdir(repository, { recursive: true });
  await runGit(repository, ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
  let lastCommit: Promise<unknown> = Promise.resolve();

  const resolve = async (revision: string): Promise<string | undefined> => {
    try {
      const found = await runGit(repository, [
        'rev-parse',
        '--verify',
        '--quiet',
        '--end-of-options',
        `${revision}^{commit}`,
      ]);
      return found.toString().trim();
    } catch (error) {
      if (error instanceof GitError) return undefined;
      throw error;
    }
  };

  const commit: GitModel['commit'] = async (changes, message, { author = usualAuthor, branch = 'main', date } = {}) => {
    const seconds = Math.floor((date === undefined ? clock.now() : new Date(date)).getTime() / 1000);
    const person = `${author.includes('<') ? author : `${author} <${author.replaceAll(' ', '.').toLowerCase()}@example.com>`} ${seconds} +0000`;
    const parent = await resolve(branch);
    const stream = [
      `commit refs/heads/${branch}`,
      `author ${person}`,
      `committer ${person}`,
      data(message),
      ...(parent === undefined ? [] : [`from ${parent}`]),
      ...[...changes].map(([path, text]) =>
        text === null ? `D ${quoted(path)}` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
      ),
      'done',
    ];
    await runGit(repository, ['fast-import', '--quiet', '--done', '--date-format=raw'], `${stream.join('\n')}\n`);
    return (await resolve(branch)) ?? '';
  };

  return {
    url: pathToFileURL(repository).href,
    resolve,
    async files(revision, path) {
      const listing = await runGit(repository, [
        'ls-tree',
        '-r',
        '-z',
        '--end-of-options',
        revision,
        ...(path === '' || path === '.' ? [] : [join(path)]),
      ]);
      const entries = listing
        .toString()
        .split('\0')
        .flatMap((line) => {
          const [, type, id, name] = /^\S+ (\S+) (\S+)\t(.*)$/s.exec(line) ?? [];
          return type === 'blob' && id !== undefined && name !== undefined ? [{ id, name }] : [];
        });
      const texts = await readBlobs(
        repository,
        entries.map(({ id }) => id),
      );
      return new Map(entries.map(({ name }, index) => [name, texts[index] ?? '']));
    },
    async describe(revision): Promise<Commit | undefined> {
      const id = await resolve(revision);
      if (id === undefined) return undefined;
      const text = (await runGit(repository, ['show', '--no-patch', '--format=%H%n%an <%ae>%n%aI%n%B', id])).toString();
      const [found = '', author = '', date = '', ...message] = text.split('\n');
      return { revision: found, author, date: date.replace('+00:00', 'Z'), message: message.join('\n').trimEnd() };
    },
    commit(changes, message, options) {
      const done = lastCommit.then(() => commit(changes, message, options));
      lastCommit = done.catch(() => undefined);
      return done;
    },
  };
}

async function readBlobs(repository: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const output = await runGit(repository, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const texts: string[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf('\n', start);
    const size = Number(output.subarray(start, end).toString().split(' ')[2]);
    texts.push(output.subarray(end + 1, end + 1 + size).toString());
    start = end + 1 + size + 1;
  }
  return texts;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
