import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  await initialize(repository);
  let lastCommit: Promise<unknown> = Promise.resolve();
  /** Every file of the commits that were made here: nobody has to ask Git for them. */
  const contents = new Map<string, ReadonlyMap<string, string>>();

  const resolve = async (revision: string): Promise<string | undefined> => {
    const head = await branchHead(repository, revision);
    if (head !== undefined) return head;
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
      'mark :1',
      `author ${person}`,
      `committer ${person}`,
      data(message),
      ...(parent === undefined ? [] : [`from ${parent}`]),
      ...[...changes].map(([path, text]) =>
        text === null ? `D ${quoted(path)}` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
      ),
      'get-mark :1',
      'done',
    ];
    const answer = await runGit(
      repository,
      ['fast-import', '--quiet', '--done', '--date-format=raw'],
      `${stream.join('\n')}\n`,
    );
    const made = answer.toString().trim();
    const before = parent === undefined ? new Map<string, string>() : contents.get(parent);
    if (before) contents.set(made, changed(before, changes));
    return made;
  };

  const filesAt = async (revision: string): Promise<ReadonlyMap<string, string> | undefined> => {
    const id = await resolve(revision);
    return id === undefined ? undefined : contents.get(id);
  };

  return {
    url: pathToFileURL(repository).href,
    resolve,
    async files(revision, path) {
      const known = await filesAt(revision);
      if (known) return below(known, path);
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

/** What `git init --bare` leaves behind, as far as Git needs it; a repository that is there already is kept. */
async function initialize(repository: string): Promise<void> {
  await mkdir(join(repository, 'objects'), { recursive: true });
  await mkdir(join(repository, 'refs', 'heads'), { recursive: true });
  await writeOnce(
    join(repository, 'config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n',
  );
  await writeOnce(join(repository, 'HEAD'), 'ref: refs/heads/main\n');
}

async function writeOnce(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Of a branch that lies in a file of its own, as the newest state of a branch does; undefined: Git has to say. */
async function branchHead(repository: string, revision: string): Promise<string | undefined> {
  const name =
    revision === 'HEAD' ? (await textOf(join(repository, 'HEAD'))).replace('ref: refs/heads/', '') : revision;
  if (!/^[\w-]+$/.test(name)) return undefined;
  const text = await textOf(join(repository, 'refs', 'heads', name));
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}

async function textOf(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim();
}

function changed(
  before: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  const after = new Map<string, string | null>([...before, ...changes]);
  const kept = [...after].flatMap(([file, text]) => (text === null ? [] : [[file, text] as const]));
  return new Map(kept.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

function below(files: ReadonlyMap<string, string>, path: string): ReadonlyMap<string, string> {
  const folder = path === '' || path === '.' ? '' : join(path).replace(/\/$/, '');
  return new Map([...files].filter(([file]) => folder === '' || file === folder || file.startsWith(`${folder}/`)));
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
