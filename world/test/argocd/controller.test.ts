import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  at,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import { type Controller, makeController } from '../../argocd/controller/controller.ts';
import { makeClusterModel } from '../../cluster/cluster-model.ts';
import type { ClusterModel, GitModel } from '../../cluster/types.ts';
import { makeGitModel } from '../../git/git-model.ts';

/* One app in a small world: what the controller compares, writes and syncs. */

const SERVER = 'https://kubernetes.default.svc';
const HOME = 'argocd';
const KUBECTL = { manager: 'kubectl-edit' };
const CONFIG = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };

let folder: string;
let cluster: ClusterModel;
let git: GitModel;
let controller: Controller;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-05-06T08:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'plumbline-controller-'));
  git = await makeGitModel(folder, { clock: { now: () => now } });
  cluster = makeClusterModel({ server: SERVER, clock: { now: () => now } });
  for (const [kind, plural] of [
    ['Application', 'applications'],
    ['AppProject', 'appprojects'],
  ] as const) {
    cluster.create(argoKind(kind, plural), { manager: 'helm' });
  }
  for (const name of [HOME, 'shop']) {
    cluster.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, { manager: 'helm' });
  }
});

afterEach(() => {
  controller.close();
  rmSync(folder, { recursive: true, force: true });
});

function argoKind(kind: string, plural: string): Manifest {
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open, operation: open } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.argoproj.io` },
    spec: {
      group: 'argoproj.io',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [{ name: 'v1alpha1', served: true, storage: true, schema }],
    },
  };
}

const settings = (data: JsonObject, annotations: JsonObject = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', ...(Object.keys(annotations).length === 0 ? {} : { annotations }) },
  data,
});

const commit = (files: Readonly<Record<string, Manifest | string | null>>): Promise<string> =>
  git.commit(
    new Map(
      Object.entries(files).map(([name, content]) => [
        `apps/shop/${name}`,
        content === null || typeof content === 'string' ? content : stringify(content),
      ]),
    ),
    'change',
  );

function createApp(syncPolicy: JsonObject = {}, name = 'shop'): void {
  cluster.create(
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name, namespace: HOME },
      spec: {
        project: 'default',
        source: { repoURL: git.url, path: 'apps/shop', targetRevision: 'main' },
        destination: { server: SERVER, namespace: 'shop' },
        syncPolicy,
      },
    },
    KUBECTL,
  );
}

async function start(): Promise<void> {
  controller = makeController({
    clusters: [{ name: 'in-cluster', cluster }],
    repositories: [git],
    clock: { now: () => now },
    version: 'v3.2.11',
    namespace: HOME,
    debounceMs: 1,
    pollMs: 0,
  });
  await controller.settle();
}

const app = (name = 'shop'): Manifest =>
  cluster.get({ group: 'argoproj.io', kind: 'Application', namespace: HOME, name }) ?? {};
const statusOf = (name?: string): string => stringAt(app(name), 'status', 'sync', 'status') ?? '';
const resources = (): readonly Json[] => listAt(app(), 'status', 'resources');

async function sync(request: JsonObject = {}): Promise<Json | undefined> {
  controller.operations.request(
    { namespace: HOME, name: 'shop' },
    { sync: request, initiatedBy: { username: 'me' } },
    'argocd-server',
  );
  await controller.settle();
  return at(app(), 'status', 'operationState');
}

describe('comparing', () => {
  it('finds what is missing, applies it, and finds it gone again', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp();
    await start();
    expect([statusOf(), stringAt(app(), 'status', 'health', 'status')]).toEqual(['OutOfSync', 'Missing']);
    expect(await sync()).toMatchObject({ phase: 'Succeeded', message: 'successfully synced (all tasks run)' });
    expect(statusOf()).toBe('Synced');
    expect(stringAt(cluster.get(CONFIG), 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id')).toBe(
      'shop:/ConfigMap:shop/settings',
    );
    cluster.delete(CONFIG);
    await controller.settle();
    expect(statusOf()).toBe('OutOfSync');
  });

  it('notices a change in the cluster and a commit', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp();
    await start();
    await sync();
    cluster.mergePatch(CONFIG, { data: { a: '2' } }, KUBECTL);
    await controller.settle();
    expect(statusOf()).toBe('OutOfSync');
    await commit({ 'settings.yaml': settings({ a: '2' }) });
    await controller.settle();
    expect(statusOf()).toBe('Synced');
  });

  it('wants to prune what left Git and does so only when told', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }), 'values.yaml': 'not: rendered\n' });
    createApp();
    await start();
    await sync();
    await commit({ 'settings.yaml': null });
    await controller.settle();
    expect(resources()).toMatchObject([{ name: 'settings', status: 'OutOfSync', requiresPruning: true }]);
    expect(await sync()).toMatchObject({
      phase: 'Succeeded',
      syncResult: { resources: [{ status: 'PruneSkipped', message: 'ignored (requires pruning)' }] },
    });
    await sync({ prune: true });
    expect([cluster.get(CONFIG), statusOf()]).toEqual([undefined, 'Synced']);
  });

  it('lists what is skipped without a status, and leaves it alone', async () => {
    const skipped = { ...settings({ b: '1' }, { 'argocd.argoproj.io/hook': 'Skip' }) };
    await commit({
      'settings.yaml': settings({ a: '1' }),
      'skipped.yaml': { ...skipped, metadata: { ...objectAt(skipped, 'metadata'), name: 'skipped' } },
    });
    createApp();
    await start();
    await sync();
    expect(statusOf()).toBe('Synced');
    expect(resources().map((resource) => [at(resource, 'name'), at(resource, 'status')])).toEqual([
      ['settings', 'Synced'],
      ['skipped', undefined],
    ]);
    expect(cluster.get({ ...CONFIG, name: 'skipped' })).toBeUndefined();
  });

  it('says why a render fails and keeps the rest', async () => {
    await commit({ 'settings.yaml': 'kind: [' });
    createApp();
    await start();
    expect(statusOf()).toBe('Unknown');
    expect(listAt(app(), 'status', 'conditions')[0]).toMatchObject({
      type: 'ComparisonError',
      message: expect.stringContaining('Failed to load target state: failed to generate manifest for source 1 of 1'),
    });
  });

  it('warns when two apps render one object', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp();
    createApp({}, 'other');
    await start();
    await sync();
    expect([statusOf(), statusOf('other')]).toEqual(['Synced', 'OutOfSync']);
    expect(listAt(app('other'), 'status', 'conditions')[0]).toMatchObject({
      type: 'SharedResourceWarning',
      message: 'ConfigMap/settings is part of applications argocd/other and shop',
    });
  });

  it('renders time and hashes anew only when asked', async () => {
    const text = `${stringify(settings({}))}data:\n  hash: "0" # plumbline-demo: render-hash\n`.replace(
      'data: {}\n',
      '',
    );
    await commit({ 'settings.yaml': text });
    createApp();
    await start();
    const id = { namespace: HOME, name: 'shop' };
    const hash = (): Json | undefined =>
      at(controller.comparisonOf(id)?.resources[0]?.verdict.target ?? {}, 'data', 'hash');
    const before = hash();
    await controller.refresh(id);
    expect(hash()).toBe(before);
    await controller.refresh(id, { hard: true });
    expect(hash()).not.toBe(before);
  });

  it('leaves a frozen app alone', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp();
    const key = { group: 'argoproj.io', kind: 'Application', namespace: HOME, name: 'shop' };
    cluster.mergePatch(key, { metadata: { annotations: { 'argocd.argoproj.io/skip-reconcile': 'true' } } }, KUBECTL);
    await start();
    expect(at(app(), 'status')).toBeUndefined();
  });
});

describe('automated sync', () => {
  it('brings each revision once and leaves later drift alone', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp({ automated: { enabled: true } });
    await start();
    expect(statusOf()).toBe('Synced');
    cluster.mergePatch(CONFIG, { data: { a: '2' } }, KUBECTL);
    await controller.settle();
    expect(statusOf()).toBe('OutOfSync');
    await commit({ 'settings.yaml': settings({ a: '3' }) });
    await controller.settle();
    expect([statusOf(), stringAt(cluster.get(CONFIG), 'data', 'a')]).toEqual(['Synced', '3']);
    expect(listAt(app(), 'status', 'history')).toHaveLength(2);
  });

  it('heals when it is told to, and counts', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp({ automated: { selfHeal: true } });
    await start();
    cluster.mergePatch(CONFIG, { data: { a: '2' } }, KUBECTL);
    await controller.settle();
    expect([statusOf(), stringAt(cluster.get(CONFIG), 'data', 'a')]).toEqual(['Synced', '1']);
    expect(at(app(), 'status', 'operationState', 'operation', 'sync')).toMatchObject({ autoHealAttemptsCount: 1 });
    expect(listAt(app(), 'status', 'history')).toHaveLength(1);
  });

  it('says that the last attempt failed instead of trying again', async () => {
    await commit({ 'settings.yaml': { ...settings({}), metadata: { name: 'settings', namespace: 'nowhere' } } });
    createApp({ automated: { enabled: true } });
    await start();
    expect(at(app(), 'status', 'operationState')).toMatchObject({ phase: 'Failed' });
    expect(listAt(app(), 'status', 'conditions')[0]).toMatchObject({
      type: 'SyncError',
      message: expect.stringMatching(/^Failed last sync attempt to \[[0-9a-f]+\]: one or more objects failed to apply/),
    });
  });

  it('waits for a window that denies it', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    const window = { kind: 'deny', schedule: '0 7 * * *', duration: '2h', applications: ['*'] };
    cluster.create(
      {
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'AppProject',
        metadata: { name: 'default', namespace: HOME },
        spec: { syncWindows: [window] },
      },
      KUBECTL,
    );
    createApp({ automated: { enabled: true } });
    await start();
    expect([statusOf(), at(app(), 'status', 'operationState')]).toEqual(['OutOfSync', undefined]);
    expect(await sync()).toMatchObject({ phase: 'Running', message: 'Sync operation blocked by sync window' });
    controller.operations.terminate({ namespace: HOME, name: 'shop' });
    now = new Date('2026-05-06T10:00:00Z');
    await controller.refresh({ namespace: HOME, name: 'shop' });
    await controller.settle();
    expect(statusOf()).toBe('Synced');
  });
});

describe('operations', () => {
  it('write the Application back without its zero values', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp({ automated: { enabled: true, prune: false }, syncOptions: [] });
    await start();
    expect(at(app(), 'spec', 'syncPolicy')).toEqual({ automated: { enabled: true } });
  });

  it('apply server-side when the app says so', async () => {
    await commit({ 'settings.yaml': settings({ a: '1' }) });
    createApp({ syncOptions: ['ServerSideApply=true'] });
    await start();
    expect(await sync()).toMatchObject({
      syncResult: { resources: [{ message: 'configmap/settings serverside-applied' }] },
    });
    const [entry] = listAt(cluster.get(CONFIG), 'metadata', 'managedFields');
    expect(entry).toMatchObject({ manager: 'argocd-controller', operation: 'Apply' });
  });

  it('touch only what a partial sync names, without history', async () => {
    await commit({
      'settings.yaml': settings({ a: '1' }),
      'other.yaml': { ...settings({}), metadata: { name: 'other' } },
    });
    createApp();
    await start();
    await sync({ resources: [{ kind: 'ConfigMap', name: 'settings' }] });
    expect(resources().map((resource) => at(resource, 'status'))).toEqual(['OutOfSync', 'Synced']);
    expect(listAt(app(), 'status', 'history')).toEqual([]);
  });

  it('run hooks, which have no status and come back at each sync', async () => {
    const hook = settings({}, { 'argocd.argoproj.io/hook': 'PostSync' });
    await commit({
      'settings.yaml': settings({ a: '1' }),
      'hook.yaml': { ...hook, metadata: { ...(hook.metadata as JsonObject), name: 'hook' } },
    });
    createApp();
    await start();
    await sync();
    expect(statusOf()).toBe('Synced');
    expect(resources().find((resource) => at(resource, 'name') === 'hook')).toEqual({
      ...{ version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'hook' },
      ...{ hook: true, requiresPruning: true },
    });
    const first = cluster.get({ ...CONFIG, name: 'hook' });
    await sync();
    const second = cluster.get({ ...CONFIG, name: 'hook' });
    expect(at(second, 'metadata', 'uid')).not.toBe(at(first, 'metadata', 'uid'));
  });
});
