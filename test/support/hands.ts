import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { findKubectl, makeKubectl } from './kubectl.ts';

const run = promisify(execFile);

/** A file's new text, null to delete it, or an edit of the text it has. */
export type FileEdit = string | null | ((text: string) => string);

/** What a person, a controller or somebody with a clone can do to a simulated world from outside. */
export interface Hands {
  /** The real program; its standard output. Throws what it says when it fails. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  /** `kubectl edit`, with an editor that replaces text. */
  edit(args: readonly string[], from: string, to: string): Promise<void>;
  /** A merge patch under the name that managedFields will record. */
  patch(path: string, manager: string, body: unknown): Promise<unknown>;
  remove(path: string): Promise<unknown>;
  read(path: string): Promise<unknown>;
  commit(edits: Readonly<Record<string, FileEdit>>): Promise<void>;
  close(): Promise<void>;
}

export async function makeHands(world: { readonly kubeconfig: string; readonly git: string }): Promise<Hands> {
  const home = await mkdtemp(join(tmpdir(), 'plumbline-hands-'));
  const { send, close } = await makeSender(world.kubeconfig);
  const kubectl = async (args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const program = findKubectl();
    if (program === undefined) throw new Error('no kubectl: run scripts/ensure-programs.sh');
    const { code, stdout, stderr } = await makeKubectl(program, world.kubeconfig, home, env)(args, input);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  return {
    kubectl: (args, input) => kubectl(args, input),
    async edit(args, from, to) {
      const KUBE_EDITOR = `sed -i -e 's|${from}|${to}|'`;
      const said = await kubectl(['edit', ...args], '', { KUBE_EDITOR });
      if (!said.includes('edited')) throw new Error(`kubectl edit changed nothing: ${said}`);
    },
    patch: (path, manager, body) => send('PATCH', `${path}?fieldManager=${manager}`, body),
    remove: (path) => send('DELETE', path),
    read: (path) => send('GET', path),
    commit: (edits) => commitTo(world.git, edits),
    async close() {
      await close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function makeSender(kubeconfig: string) {
  const config = parse(await readFile(kubeconfig, 'utf8'));
  const { server, 'certificate-authority-data': ca } = config.clusters[0].cluster;
  const dispatcher = new Agent({ connect: { ca: Buffer.from(ca, 'base64').toString('utf8') } });
  const headers = { authorization: `Bearer ${config.users[0].user.token}` };
  const send = async (method: 'PATCH' | 'DELETE' | 'GET', path: string, body?: unknown): Promise<unknown> => {
    const answer = await request(`${server}${path}`, {
      method,
      dispatcher,
      headers: { ...headers, 'content-type': 'application/merge-patch+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
    return answer.body.json();
  };
  return { send, close: () => dispatcher.close() };
}

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

/** Clones the world's real repository, edits, commits and pushes, as anybody would. */
async function commitTo(url: string, edits: Readonly<Record<string, FileEdit>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-clone-'));
  const git = (...args: string[]) => run('git', ['-C', folder, ...AUTHOR, ...args]);
  try {
    await run('git', ['clone', '--quiet', url, folder]);
    for (const [name, edit] of Object.entries(edits)) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      if (edit === null) await rm(file);
      else await writeFile(file, typeof edit === 'string' ? edit : edit(await readFile(file, 'utf8')));
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `test: edit ${Object.keys(edits).join(', ')}`);
    await git('push', '--quiet', 'origin', 'HEAD');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
