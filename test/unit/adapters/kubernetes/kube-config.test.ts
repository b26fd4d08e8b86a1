import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ClusterSettings, makeCluster } from '../../../../src/adapters/kubernetes/client.ts';
import { listContexts } from '../../../../src/adapters/kubernetes/kube-config.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import type { ClusterReader } from '../../../../src/ports/cluster.ts';
import { startApiServer, status } from './api-server.ts';

const VERSION = { json: { gitVersion: 'v1.34.4' } };

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kubeconfig-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** One context per server, `one`, `two` …, the first being current. */
async function aKubeConfig(servers: readonly string[], user: Json = { token: 't' }): Promise<string> {
  const names = ['one', 'two'].slice(0, servers.length);
  const file = join(await aFolder(), 'config');
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'one',
    clusters: servers.map((server, index) => ({ name: names[index] ?? '', cluster: { server } })),
    users: [{ name: 'me', user }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: 'me' } })),
  };
  await writeFile(file, JSON.stringify(content));
  return file;
}

function aReader(settings: Omit<ClusterSettings, 'name'>): ClusterReader {
  const cluster = makeCluster({ name: 'prod', ...settings });
  onTestFinished(() => cluster.close());
  return cluster.reader;
}

/** A plugin that prints what the script computes, and the environment it was told. */
function plugin(script: string): Json {
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', script],
      interactiveMode: 'Never',
    },
  };
}

const printToken = (token: string) =>
  `console.log(JSON.stringify({ kind: 'ExecCredential', status: { token: ${token} } }))`;

describe('a kubeconfig', () => {
  it('leads to its current context, or to the named one', async () => {
    const one = await startApiServer(() => ({ json: { gitVersion: 'one' } }));
    const two = await startApiServer(() => ({ json: { gitVersion: 'two' } }));
    const kubeConfig = await aKubeConfig([one.url, two.url]);
    expect(await aReader({ kubeConfig }).version()).toBe('one');
    expect(await aReader({ kubeConfig, context: 'two' }).version()).toBe('two');
    expect(one.seen[0]?.headers.authorization).toBe('Bearer t');
    expect(await listContexts({ kubeConfig })).toEqual([
      { name: 'one', server: one.url, isCurrent: true },
      { name: 'two', server: two.url, isCurrent: false },
    ]);
  });

  it.each([
    ['is missing', { kubeConfig: '/nowhere/config' }, 'kubernetes.kubeconfig'],
    ['lacks the context', { context: 'three' }, 'kubernetes.context'],
  ])('that %s cannot be used', async (_, settings, code) => {
    const kubeConfig = await aKubeConfig(['https://127.0.0.1:1']);
    await expect(aReader({ kubeConfig, ...settings }).version()).rejects.toMatchObject({ code });
  });

  it('names its contexts to whoever asks for a wrong one', async () => {
    const kubeConfig = await aKubeConfig(['https://a', 'https://b']);
    await expect(aReader({ kubeConfig, context: 'x' }).version()).rejects.toMatchObject({
      hint: 'name one of: one, two',
    });
  });

  it('does not send a token in the clear to another machine', async () => {
    const kubeConfig = await aKubeConfig(['http://kubernetes.example.com']);
    await expect(aReader({ kubeConfig }).version()).rejects.toMatchObject({ code: 'kubernetes.plain-http' });
  });
});

describe('an exec plugin', () => {
  it('is told what the protocol promises, and its token is used', async () => {
    const server = await startApiServer(() => VERSION);
    const kubeConfig = await aKubeConfig(
      [server.url],
      plugin(printToken('JSON.parse(process.env.KUBERNETES_EXEC_INFO).kind')),
    );
    await aReader({ kubeConfig }).version();
    expect(server.seen[0]?.headers.authorization).toBe('Bearer ExecCredential');
  });

  it('is asked again after a 401', async () => {
    const server = await startApiServer((_, nth) => (nth === 1 ? status(401, 'Unauthorized') : VERSION));
    const kubeConfig = await aKubeConfig([server.url], plugin(printToken('String(process.pid)')));
    expect(await aReader({ kubeConfig }).version()).toBe('v1.34.4');
    const [first, second] = server.seen.map(({ headers }) => headers.authorization);
    expect(second).not.toBe(first);
  });

  it('that fails is reported without what it printed', async () => {
    const kubeConfig = await aKubeConfig(
      ['https://127.0.0.1:1'],
      plugin("console.error('token=supersecretvalue'); process.exit(1)"),
    );
    const error: unknown = await aReader({ kubeConfig })
      .version()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'kubernetes.login', message: expect.not.stringContaining('secret') as string });
  });

  it('that waits for a person runs into the timeout', async () => {
    const kubeConfig = await aKubeConfig(['https://127.0.0.1:1'], plugin('setTimeout(() => {}, 1000)'));
    await expect(aReader({ kubeConfig, timeoutMs: 200 }).version()).rejects.toMatchObject({
      code: 'kubernetes.timeout',
    });
  });
});
