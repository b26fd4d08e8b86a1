import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/schema.ts';
import { connectInstances } from '../../../src/main/connect-instances.ts';

const ELSEWHERE = { server: 'https://prod-eu.example.com' };
const OWN = { server: 'https://kubernetes.default.svc' };
const kubernetes = { context: 'prod', destinations: { [ELSEWHERE.server]: { context: 'prod-eu' } } };

function configOf(remediation: object, access: object = { kubernetes }): Config {
  const argocd = { server: 'https://argocd.example.com', token: 'reads' };
  return Config.parse({ instances: [{ name: 'prod', argocd, ...access, remediation }] });
}

async function connect(config: Config, options: { readonly writing?: boolean } = { writing: true }) {
  const [instance] = await connectInstances(config, undefined, {}, options);
  if (instance === undefined) throw new TypeError('one instance is configured');
  await instance.close();
  return instance;
}

/** Which paths an API server is asked for when the bundles of an instance are listed. */
async function placeOfBundles(remediation: object): Promise<readonly string[]> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url.replace(/\?.*/, ''));
    const secrets = { kind: 'APIResourceList', resources: [{ name: 'secrets', kind: 'Secret', namespaced: true }] };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(url.startsWith('/api/v1/') ? { kind: 'SecretList', metadata: {}, items: [] } : secrets),
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-connect-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(folder, 'config');
  await writeFile(
    kubeconfig,
    JSON.stringify({
      'current-context': 'prod',
      contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'prod' } }],
      clusters: [{ name: 'prod', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'prod', user: { token: 'writes' } }],
    }),
  );
  const access = { kubernetes: { kubeconfig, context: 'prod' } };
  const [instance] = await connectInstances(configOf(remediation, access), undefined, {}, { writing: true });
  try {
    expect(await instance?.writing?.bundles?.list()).toEqual([]);
  } finally {
    await instance?.close();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
  return asked.filter((path) => path.includes('/namespaces/'));
}

const ENABLED = { enabled: true, argocdToken: 'writes' };

describe('connectInstances', () => {
  it('takes up the credential that writes only for who asks', async () => {
    expect((await connect(configOf(ENABLED))).writing).toBeDefined();
    expect((await connect(configOf(ENABLED), {})).writing).toBeUndefined();
    expect((await connect(configOf(ENABLED), { writing: false })).writing).toBeUndefined();
  });

  it('writes nowhere unless that is enabled', async () => {
    expect((await connect(configOf({ argocdToken: 'writes' }))).writing).toBeUndefined();
  });

  it('writes with the access that reads where no other is given', async () => {
    const { writing, ownCluster, clusterFor } = await connect(configOf(ENABLED));
    expect(writing?.ownCluster?.reader).toBe(ownCluster);
    expect(writing?.clusterFor(ELSEWHERE)?.reader).toBe(clusterFor(ELSEWHERE));
    expect(writing?.restoresByItself).toBe(false);
    expect(writing?.bundles).toBeDefined();
    expect(await placeOfBundles(ENABLED)).toEqual(['/api/v1/namespaces/plumbline/secrets']);
  });

  it('writes with its own access, and only where that leads', async () => {
    const own = { kubernetes: { context: 'prod-writer' }, bundleNamespace: 'safe', restoreByItself: true };
    const { writing, ownCluster, clusterFor } = await connect(configOf({ ...ENABLED, ...own }));
    expect(clusterFor(ELSEWHERE)).toBeDefined();
    expect(writing?.clusterFor(ELSEWHERE)).toBeUndefined();
    expect(writing?.clusterFor(OWN)).toBeDefined();
    expect(writing?.ownCluster?.reader).not.toBe(ownCluster);
    expect(writing?.restoresByItself).toBe(true);
    expect(writing?.bundles).toBeDefined();
    expect(await placeOfBundles({ ...ENABLED, bundleNamespace: 'safe' })).toEqual(['/api/v1/namespaces/safe/secrets']);
  });

  it('keeps no bundles without access to the cluster, and takes no cluster for another', async () => {
    const { writing, clusterFor } = await connect(configOf(ENABLED, {}));
    expect(writing?.bundles).toBeUndefined();
    expect(clusterFor(OWN)).toBeUndefined();
    expect((await connect(configOf(ENABLED))).clusterFor({ name: 'unknown' })).toBeUndefined();
  });
});
