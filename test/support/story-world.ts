import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ScanResult } from '../../src/core/scan/scan-result.ts';
import { type RunningWorld, startWorld, type WorldOptions } from '../../src/demo/start-world.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeScanFleet, type ScanOptions } from '../../src/flows/scan-fleet.ts';
import { connectInstances } from '../../src/main/connect-instances.ts';

const run = promisify(execFile);
export const clock = { now: () => new Date() };

/** A simulated world with the adapters that ship connected to it. Rate limits are off: tests have better things to do. */
export interface ConnectedWorld {
  readonly world: RunningWorld;
  connect(options?: { readonly blind?: boolean }): Promise<ConnectedInstance>;
  scan(instance: ConnectedInstance, options?: ScanOptions): Promise<ScanResult>;
  close(): Promise<void>;
}

export async function startConnectedWorld(options: WorldOptions = {}): Promise<ConnectedWorld> {
  const world = await startWorld(options);
  const explainApp = makeExplainApp({ jq: makeJq() });
  const connections: ConnectedInstance[] = [];
  return {
    world,
    async connect({ blind = false } = {}) {
      const env = { ARGOCD_SERVER: world.argocd.server, ARGOCD_AUTH_TOKEN: world.argocd.token };
      const config = loadConfig({ env });
      const kubernetes =
        blind || world.kubeconfig === null
          ? {}
          : { kubernetes: { inCluster: false, destinations: {}, kubeconfig: world.kubeconfig } };
      const instances = config.instances.map((one) => ({
        ...one,
        ...kubernetes,
        argocd: { ...one.argocd, requestsPerSecond: 1000 },
      }));
      const [connected] = await connectInstances({ ...config, instances }, undefined, env);
      if (!connected) throw new TypeError('one instance was configured');
      connections.push(connected);
      return connected;
    },
    scan({ argocd, clusterFor }, scanOptions = {}) {
      const observeApp = makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs: 3_600_000 });
      return makeScanFleet({ argocd, observeApp, explainApp, clock })(scanOptions);
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
      await world.close();
    },
  };
}

/** The story, an instance connected to it, and hands at its cluster. */
export async function startStoryWithHands() {
  const story = await startConnectedWorld();
  const instance = await story.connect();
  if (story.world.kubeconfig === null) throw new TypeError('the story has a cluster');
  const hands = await makeHands(story.world.kubeconfig);
  return {
    ...story,
    instance,
    hands,
    async close() {
      await hands.close();
      await story.close();
    },
  };
}
export type StoryWithHands = Awaited<ReturnType<typeof startStoryWithHands>>;

/** A person or a controller at the simulated Kubernetes API, by the name that managedFields will record. */
async function makeHands(kubeconfig: string) {
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
  return {
    patch: (path: string, manager: string, body: unknown) => send('PATCH', `${path}?fieldManager=${manager}`, body),
    remove: (path: string) => send('DELETE', path),
    read: (path: string) => send('GET', path),
    close: () => dispatcher.close(),
  };
}

/** Edits a file of the world's real Git repository, as somebody with a clone would. */
export async function commitTo(url: string, file: string, edit: (text: string) => string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-clone-'));
  const git = (...args: string[]) =>
    run('git', [
      '-C',
      folder,
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      '-c',
      'commit.gpgsign=false',
      ...args,
    ]);
  try {
    await run('git', ['clone', '--quiet', url, folder]);
    const edited = edit(await readFile(join(folder, file), 'utf8'));
    if (edited === null) await git('rm', '--quiet', file);
    else await writeFile(join(folder, file), edited);
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `test: edit ${file}`);
    await git('push', '--quiet', 'origin', 'HEAD');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
