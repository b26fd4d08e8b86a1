import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArgoCd, makeArgoCd } from '../../src/adapters/argocd/client.ts';
import { type Cluster, makeCluster } from '../../src/adapters/kubernetes/client.ts';
import { NotAllowedError, RejectedError } from '../../src/core/model/errors.ts';
import { type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import type { AppState } from '../../src/core/model/observation.ts';
import { kindAndName, type ResourceRef } from '../../src/core/model/resource-ref.ts';
import { type RunningWorld, startWorld } from '../../world/start-world.ts';

/* The story's clean-ups with the accounts that make approved changes, and how the simulated Argo CD takes them. */

let world: RunningWorld;
let argocd: ArgoCd;
let reading: Cluster;
let writing: Cluster;

beforeAll(async () => {
  world = await startWorld();
  const { accounts } = world;
  const { server, token, writeToken } = world.argocd;
  if (accounts === null || writeToken === null) throw new TypeError('the story has accounts');
  argocd = makeArgoCd({ name: 'prod', server, token, writeToken, requestsPerSecond: 1000 });
  reading = makeCluster({ name: 'reading', kubeConfig: accounts.read, requestsPerSecond: 1000 });
  writing = makeCluster({ name: 'writing', kubeConfig: accounts.write, requestsPerSecond: 1000 });
});
afterAll(async () => {
  await Promise.all([argocd?.close(), reading?.close(), writing?.close()]);
  await world?.close();
});

const handle = (name: string) => ({ ref: { server: 'prod', namespace: 'argocd', name } });
const writer = () => argocd.writer ?? expect.fail('there is a second token');

/** As it is once everything that was asked for has had its consequences. */
async function appOf(name: string): Promise<AppState> {
  await world.settle();
  return argocd.reader.getApp(handle(name), { refresh: 'normal' });
}

async function drifting(name: string): Promise<readonly string[]> {
  const { resources } = await appOf(name);
  return resources.filter(({ status }) => status === 'OutOfSync').map(kindAndName);
}

async function leftovers(name: string): Promise<readonly (ResourceRef & { readonly version: string })[]> {
  const { resources } = await appOf(name);
  return resources.filter(({ requiresPruning }) => requiresPruning === true);
}

async function deployments(name: string): Promise<number> {
  return (await appOf(name)).history?.length ?? 0;
}

async function remove(ref: ResourceRef & { readonly version: string }): Promise<Manifest> {
  const live = await writing.reader.read(ref, ref.version);
  if (live === undefined) throw new Error(`${kindAndName(ref)} is not there`);
  const guard = (field: string): string => stringAt(live, 'metadata', field) ?? '';
  await writing.writer.delete(ref, ref.version, { uid: guard('uid'), resourceVersion: guard('resourceVersion') });
  return live;
}

/** What a person sees of an object: everything but what the server sets. */
function said(live: Manifest): Manifest {
  const { status: _, metadata: __, ...rest } = live;
  const { name, namespace, labels, annotations } = objectAt(live, 'metadata');
  return { ...rest, metadata: { name, namespace, labels, annotations } as Manifest };
}

describe('deleting what an app left over', () => {
  it.each([
    ['gitea', 6, [], 'Synced'],
    ['argocd', 3, [], 'Synced'],
    ['infisical', 11, ['Deployment/infisical', 'PodDisruptionBudget/infisical-postgresql'], 'OutOfSync'],
  ])('%s: %i objects, then what is left is %j', async (name, count, left, sync) => {
    const { health } = await appOf(name);
    const objects = await leftovers(name);
    expect(objects).toHaveLength(count);
    const dumps = [];
    for (const ref of objects) dumps.push(await remove(ref));
    expect((await drifting(name)).toSorted()).toEqual(left);
    expect(await appOf(name)).toMatchObject({ sync: { status: sync }, health: { status: health.status } });

    for (const dump of dumps) await writing.writer.create(said(dump));
    expect((await leftovers(name)).map(kindAndName).toSorted()).toEqual(objects.map(kindAndName).toSorted());
    for (const [index, ref] of objects.entries()) {
      const back = (await writing.reader.read(ref, ref.version)) ?? {};
      // what Argo CD and the API server give a Service is its own again: cluster IPs are taken back when free
      expect(said(back)).toEqual(said(dumps[index] ?? {}));
    }
  });

  it('is refused to the account that reads', async () => {
    const [ref] = await leftovers('gitea');
    if (ref === undefined) throw new TypeError('gitea has leftovers');
    const live = (await reading.reader.read(ref, ref.version)) ?? {};
    const guard = { uid: stringAt(live, 'metadata', 'uid') ?? '', resourceVersion: '1' };
    await expect(reading.writer.delete(ref, ref.version, guard)).rejects.toThrow(NotAllowedError);
    const { server, token } = world.argocd;
    const reader = makeArgoCd({ name: 'prod', server, token, writeToken: token });
    await expect(reader.writer?.sync(handle('gitea'), { resources: [], prune: true, reason: '' })).rejects.toThrow(
      /permission denied: applications, sync, apps\/gitea, sub: plumbline-read/,
    );
    await reader.close();
  });
});

describe('a finished hook', () => {
  it('stays away after a partial sync and comes back with a whole one', async () => {
    const { resources } = await appOf('vk-remote');
    const hook = resources.find(({ kind }) => kind === 'Job') ?? expect.fail('vk-remote has a finished Job');
    const job = () => writing.reader.read(hook, hook.version);
    await remove(hook);
    const before = await deployments('vk-remote');
    const some = resources.filter(({ kind }) => kind === 'Service');
    await writer().sync(handle('vk-remote'), { resources: some, prune: false, reason: 'partial' });
    expect([await deployments('vk-remote'), await job()]).toEqual([before, undefined]);
    await writer().sync(handle('vk-remote'), { resources: [], prune: false, reason: 'whole' });
    expect(await deployments('vk-remote')).toBe(before + 1);
    expect((await appOf('vk-remote')).operation).toMatchObject({ phase: 'Succeeded' });
    expect(await job()).toBeDefined();
  });
});

describe('Argo CD', () => {
  const deeds = () => world.deeds ?? expect.fail('the story has deeds');

  it('rolls back only without auto-sync, and records it', async () => {
    await expect(writer().rollback(handle('jellyfin'), 0)).rejects.toThrow(
      /rollback cannot be initiated when auto-sync is enabled/,
    );
    const before = await deployments('vaultwarden');
    await writer().rollback(handle('vaultwarden'), 0);
    expect(await deployments('vaultwarden')).toBe(before + 1);
  });

  it('refuses a sync while the window is closed; a rollback waits until somebody ends it', async () => {
    await deeds().closeWindow('apps');
    const request = { resources: [], prune: false, reason: 'closed' };
    await expect(writer().sync(handle('vaultwarden'), request)).rejects.toThrow(RejectedError);
    await writer().rollback(handle('vaultwarden'), 0);
    expect((await appOf('vaultwarden')).operation).toMatchObject({
      phase: 'Running',
      message: 'Sync operation blocked by sync window',
    });
    await writer().terminate(handle('vaultwarden'));
    expect((await appOf('vaultwarden')).operation).toMatchObject({ phase: 'Failed', message: 'Operation terminated' });
    await deeds().openWindow('apps');
    await writer().sync(handle('vaultwarden'), request);
    expect((await appOf('vaultwarden')).operation).toMatchObject({ phase: 'Succeeded' });
  });
});
