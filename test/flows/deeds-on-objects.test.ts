import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import type { Manifest } from '../../src/core/model/json.ts';
import { objectDigest } from '../../src/core/remedy/plan/digest.ts';
import type { StoryDeeds } from '../../world/story/deeds.ts';
import { makeHands } from '../support/hands.ts';
import { type StoryWithHands, startStoryWithHands } from '../support/story-world.ts';

/* What can happen to an object while a change is planned, approved or run, seen through the adapters that ship. */

let story: StoryWithHands;
let deeds: StoryDeeds;

beforeAll(async () => {
  story = await startStoryWithHands();
  if (story.world.deeds === null) throw new TypeError('the story has deeds');
  ({ deeds } = story.world);
});
afterAll(() => story?.close());

const scan = (app: string): Promise<ScanResult> =>
  story.scan(story.instance, { includes: ({ ref }) => ref.name === app });
const handle = (name: string) => ({ ref: { server: '', namespace: 'argocd', name } });
const app = (name: string) => story.instance.argocd.getApp(handle(name), { refresh: 'normal' });

const SERVICE_ACCOUNT = '/api/v1/namespaces/infisical/serviceaccounts/mongodb';
const SERVICE = '/api/v1/namespaces/gitea/services/gitea-redis-cluster';
const CONFIG_MAP = '/api/v1/namespaces/infisical/configmaps/mongodb-common-scripts';
const ROLE = '/apis/rbac.authorization.k8s.io/v1/namespaces/infisical/roles/infisical-ingress-nginx';

async function versionAndDigest(path: string): Promise<{ readonly version: unknown; readonly digest: string }> {
  const read = (await story.hands.read(path)) as Manifest & { metadata: { resourceVersion: string } };
  return { version: read.metadata.resourceVersion, digest: objectDigest(read) };
}

describe('an object', () => {
  it.each([
    ['gitea', 'Service/gitea-redis-cluster', SERVICE],
    ['infisical', 'ServiceAccount/mongodb', SERVICE_ACCOUNT],
    ['infisical', 'ConfigMap/mongodb-common-scripts', CONFIG_MAP],
  ])('of %s, %s: a heartbeat moves its version, an edit what an approval binds to', async (name, object, path) => {
    const before = await versionAndDigest(path);
    await deeds.heartbeat(name, object);
    const beaten = await versionAndDigest(path);
    expect(beaten.version).not.toBe(before.version);
    expect(beaten.digest).toBe(before.digest);
    await deeds.editByHand(name, object);
    expect((await versionAndDigest(path)).digest).not.toBe(before.digest);
  });

  it('a Role that is edited says something else too', async () => {
    const { digest } = await versionAndDigest(ROLE);
    await deeds.editByHand('infisical', 'Role/infisical-ingress-nginx');
    expect((await versionAndDigest(ROLE)).digest).not.toBe(digest);
  });

  it('that nobody knows is refused', async () => {
    await expect(deeds.heartbeat('infisical', 'Secret/nobody')).rejects.toThrow('infisical has no Secret/nobody');
    await expect(deeds.editByHand('nobody', 'Secret/a')).rejects.toThrow('the story has no app "nobody"');
    await expect(deeds.recreateByHand('infisical', 'ServiceAccount/mongodb')).rejects.toThrow('is not in Git');
  });

  it('created by hand is not Argo CD’s: untracked, and to be adopted', async () => {
    await deeds.recreateByHand('jellyfin', 'Service/jellyfin');
    expect(await app('jellyfin')).toMatchObject({ sync: { status: 'OutOfSync' }, health: { status: 'Healthy' } });
    const { findings } = await scan('jellyfin');
    expect(findings.map(({ driftClass, resource, fixes }) => [driftClass, resource?.name, fixes[0]?.kind])).toEqual([
      ['untracked', 'jellyfin', 'adopt'],
    ]);
  });
});

describe('IngressClass nginx', () => {
  it('is used by nobody, until somebody does', async () => {
    const cluster = story.instance.clusterFor({ server: 'https://kubernetes.default.svc' });
    const ingressClass = { group: 'networking.k8s.io', kind: 'IngressClass', namespace: '', name: 'nginx' };
    const users = async () => (await cluster?.referencesTo(ingressClass))?.map(({ name }) => name);
    expect(await users()).toEqual([]);
    await deeds.useIngressClass();
    expect(await users()).toEqual(['legacy-dashboard']);
  });
});

describe('a sync window', () => {
  it('closes for people too, without making drift, and opens again', async () => {
    const before = (await app('argocd')).resources.length;
    await deeds.closeWindow('platform');
    expect((await story.instance.argocd.windows(handle('infisical'))).canSync).toBe(false);
    expect((await story.instance.argocd.windows(handle('gitea'))).canSync).toBe(true);
    expect((await app('argocd')).resources.length).toBe(before);
    await deeds.openWindow('platform');
    expect((await story.instance.argocd.windows(handle('infisical'))).canSync).toBe(true);
    await expect(deeds.closeWindow('nobody')).rejects.toThrow('no project "nobody"');
  });
});

describe('an app that depends on an object', () => {
  it('is Degraded from the moment that it is gone until it is back', async () => {
    const { accounts, git } = story.world;
    if (accounts === null || git === null) throw new TypeError('the story has accounts');
    await deeds.dependOn('infisical', 'ServiceAccount/redis');
    const hands = await makeHands({ kubeconfig: accounts.write, git });
    const path = '/api/v1/namespaces/infisical/serviceaccounts/redis';
    const { metadata } = (await hands.read(path)) as { metadata: { name: string; labels: object } };
    await hands.remove(path);
    expect((await app('infisical')).health.status).toBe('Degraded');
    const { name, labels } = metadata;
    await hands.kubectl(
      ['create', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: 'infisical', name, labels } }),
    );
    expect((await app('infisical')).health.status).toBe('Healthy');
    await hands.close();
  });
});

describe('a planted password', () => {
  it('stands in the Secret and in what client-side apply remembers of it', async () => {
    await deeds.plantSecret('canary-1');
    const secret = await story.hands.read('/api/v1/namespaces/gitea/secrets/gitea-redis-cluster');
    expect(secret).toMatchObject({
      metadata: {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': expect.stringContaining(
            '"redis-password":"canary-1"',
          ) as string,
        },
      },
      data: { 'redis-password': Buffer.from('canary-1').toString('base64') },
    });
  });
});
