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
  });

  it('keeps no bundles without access to the cluster, and takes no cluster for another', async () => {
    const { writing, clusterFor } = await connect(configOf(ENABLED, {}));
    expect(writing?.bundles).toBeUndefined();
    expect(clusterFor(OWN)).toBeUndefined();
    expect((await connect(configOf(ENABLED))).clusterFor({ name: 'unknown' })).toBeUndefined();
  });
});
