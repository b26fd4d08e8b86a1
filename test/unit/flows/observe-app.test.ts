import { describe, expect, it } from 'vitest';
import { NotAllowedError } from '../../../src/core/model/errors.ts';
import type { Manifest } from '../../../src/core/model/json.ts';
import type { AppState, ResourceStatus } from '../../../src/core/model/observation.ts';
import { isSame, type ResourceRef } from '../../../src/core/model/resource-ref.ts';
import type { ObservedArgoCd, ObservedCluster } from '../../../src/flows/observe/reads.ts';
import { makeSharedFacts } from '../../../src/flows/observe/shared-facts.ts';
import { makeObserveApp } from '../../../src/flows/observe-app.ts';
import type { ManagedResource, TreeNode } from '../../../src/ports/argocd.ts';
import { aManifest, anApp, aRef } from '../../support/builders.ts';

const NOW = new Date('2026-04-12T12:00:00Z');

interface Site {
  readonly app: Partial<AppState>;
  readonly compared?: readonly ManagedResource[];
  readonly tree?: readonly TreeNode[];
  readonly rendered?: readonly Manifest[];
  readonly objects?: readonly { readonly ref: ResourceRef; readonly manifest: Manifest }[];
  /** Calls that are refused. */
  readonly refuses?: readonly string[];
}

/** One app on an Argo CD and a cluster that answer from the site; every call is noted. */
async function observe(site: Site) {
  const calls: string[] = [];
  async function answer<T>(call: string, value: T): Promise<T> {
    calls.push(call);
    if (site.refuses?.some((refused) => call.startsWith(refused)))
      throw new NotAllowedError('test.refused', `${call} is refused`, 'permit it');
    return value;
  }
  const app = anApp(site.app);
  const argocd: ObservedArgoCd = {
    getApp: () => answer('app', app),
    managedResources: () => answer('compared', site.compared ?? []),
    manifests: (_app, _revision, { only } = {}) =>
      answer(
        'manifests',
        (site.rendered ?? []).filter((manifest) => only?.(identityOf(manifest)) ?? true),
      ),
    resourceTree: () => answer('tree', site.tree ?? []),
    events: (_app, of) =>
      answer(`events ${of?.namespace}/${of?.name} ${of?.uid}`, [
        { reason: 'BackOff', message: 'again', type: 'Warning' },
      ]),
    logs: (_app, { namespace, pod }) => answer(`logs ${namespace}/${pod}`, ['fatal: no']),
    revisionDetails: (_app, revision) => answer('revision', { revision }),
    windows: () => answer('windows', { canSync: true, active: [], assigned: [], nextOpening: () => undefined }),
  };
  const cluster: ObservedCluster = {
    read: (ref) =>
      answer(`read ${ref.kind}/${ref.name}`, site.objects?.find((object) => isSame(object.ref, ref))?.manifest),
    schemaFor: ({ kind }) => answer(`schema ${kind}`, {}),
    storedVersions: ({ kind }) => answer(`stored ${kind}`, ['v2']),
    autoscalers: (namespace) => answer(`autoscalers ${namespace}`, []),
    mutatingWebhooks: () => answer('webhooks', []),
    referencesTo: ({ kind, name }) => answer(`references ${kind}/${name}`, []),
    warningEvents: (namespace) => answer(`warnings ${namespace}`, []),
    previousLog: ({ namespace, name }) => answer(`previous ${namespace}/${name}`, ['fatal: no']),
  };
  const observeApp = makeObserveApp({
    argocd,
    clusterFor: () => cluster,
    clock: { now: () => NOW },
    notHealthyAfterMs: 3_600_000,
  });
  const fleet = { instance: {}, shared: makeSharedFacts(), otherAppsOf: () => [] };
  return { observation: await observeApp({ ref: app.ref }, fleet), calls };
}

function identityOf(manifest: Manifest): Pick<ResourceRef, 'group' | 'kind' | 'name'> {
  const [group = '', version] = String(manifest.apiVersion).split('/');
  const { name } = manifest.metadata as { name: string };
  return { group: version === undefined ? '' : group, kind: String(manifest.kind), name };
}

function compared(
  ref: ResourceRef,
  { target = aManifest({ spec: { a: 1 } }, ref) }: { target?: Manifest | null } = {},
) {
  const live = aManifest({ spec: { a: 2 } }, ref);
  return {
    ref,
    resourceVersion: '1',
    modified: true,
    isDrifting: true,
    target: () => target,
    live: () => live,
    normalizedLive: () => live,
    predicted: () => target,
  };
}

function listed(ref: ResourceRef, parts: Partial<ResourceStatus> = {}): ResourceStatus {
  return { ...ref, version: 'v1', status: 'OutOfSync', requiresPruning: false, hook: false, ...parts };
}

function podNode(namespace: string, parts: Partial<TreeNode> = {}): TreeNode {
  return {
    ...{ group: '', kind: 'Pod', namespace, name: 'web-0', version: 'v1', uid: `uid-${namespace}` },
    ...{ parents: [], images: [], info: { 'Status Reason': 'Running', 'Restart Count': '0' } },
    ...parts,
  };
}

const crashing = { 'Status Reason': 'CrashLoopBackOff', 'Restart Count': '12' };

describe('resources are told apart by group, kind, namespace and name', () => {
  const widget = aRef({ group: 'example.com', kind: 'Widget', name: 'web' });

  it('when one that is not Healthy is called like one that drifts in another group', async () => {
    const other = { ...widget, group: 'other.example.com' };
    const { observation } = await observe({
      app: {
        health: { status: 'Degraded' },
        resources: [listed(widget), listed(other, { status: 'Synced', health: { status: 'Degraded' } })],
      },
      compared: [compared(widget)],
      objects: [{ ref: other, manifest: aManifest({}, other) }],
    });
    expect(observation.resources.map(({ ref }) => ref)).toEqual([widget, other]);
  });

  it.each([
    { where: 'another namespace', ref: { ...widget, namespace: 'elsewhere' } },
    { where: 'another group', ref: { ...widget, group: 'other.example.com' } },
  ])('when Git renders an object of that name in $where', async ({ ref }) => {
    const { observation } = await observe({
      app: {},
      compared: [compared(widget, { target: null })],
      rendered: [aManifest({ spec: {} }, ref)],
    });
    expect(observation.resources[0]?.facts.gitManifest).toBeUndefined();
  });

  it('while Git may leave the namespace to the destination', async () => {
    const { observation } = await observe({
      app: {},
      compared: [compared(widget, { target: null })],
      rendered: [aManifest({ spec: {} }, { ...widget, namespace: '' })],
    });
    expect(observation.resources[0]?.facts.gitManifest).toBeDefined();
  });

  it('when a finished hook is called like something that drifts in another namespace', async () => {
    const job = aRef({ group: 'batch', kind: 'Job', name: 'migrate' });
    const hook = { ...job, namespace: 'tools' };
    const { observation } = await observe({
      app: { resources: [listed(job), listed(hook, { hook: true, requiresPruning: true })] },
      compared: [compared(job)],
      objects: [{ ref: hook, manifest: aManifest({}, hook) }],
    });
    expect(observation.resources.map(({ ref, hook: isHook }) => [ref.namespace, isHook])).toEqual([
      ['shop', false],
      ['tools', true],
    ]);
  });

  it('when pods of two namespaces share a name', async () => {
    const { observation, calls } = await observe({
      app: { sync: { status: 'Synced', revisions: [] }, health: { status: 'Degraded' } },
      tree: [
        podNode('blue', { createdAt: '2026-01-01T00:00:00Z' }),
        podNode('green', { createdAt: '2026-04-12T11:30:00Z', info: crashing }),
      ],
    });
    expect(calls).toContain('events green/web-0 uid-green');
    expect(observation.runtime).toMatchObject({
      pods: [{ name: 'web-0', namespace: 'green' }],
      notHealthySince: { at: '2026-04-12T11:30:00Z', atLeast: true },
      notHealthyForLong: false,
    });
  });
});

describe('what is fetched', () => {
  it('is nothing but the app where it is Synced and Healthy', async () => {
    const { observation, calls } = await observe({ app: { sync: { status: 'Synced', revisions: [] } } });
    expect(calls).toEqual(['app']);
    expect(observation).toMatchObject({ resources: [], runtime: {}, notObserved: [] });
  });

  it('is what the kind and the difference call for, each once', async () => {
    const deployments = [aRef({ name: 'a' }), aRef({ name: 'b' })];
    const widget = aRef({ group: 'example.com', kind: 'Widget', name: 'w' });
    const { observation, calls } = await observe({
      app: {},
      compared: [
        ...deployments.map((ref) => compared(ref)),
        compared(widget),
        compared({ ...widget, name: 'x' }, { target: null }),
      ],
    });
    expect(calls.toSorted()).toEqual(
      [
        ...['app', 'compared', 'manifests', 'autoscalers shop', 'webhooks', 'references Widget/x'],
        // the adapter keeps what it read of a CRD
        ...['schema Widget', 'schema Widget', 'stored Widget', 'stored Widget'],
      ].toSorted(),
    );
    expect(observation.resources.map(({ facts }) => Object.keys(facts).toSorted())).toEqual([
      ['autoscalers', 'otherApps', 'webhooks'],
      ['autoscalers', 'otherApps', 'webhooks'],
      ['otherApps', 'schema', 'storedVersions', 'webhooks'],
      ['otherApps', 'references', 'schema', 'storedVersions', 'webhooks'],
    ]);
  });

  it('stays absent where it may not be looked at, and that is said once', async () => {
    const { observation } = await observe({
      app: { health: { status: 'Degraded' } },
      compared: [compared(aRef({ name: 'a' })), compared(aRef({ name: 'b' }))],
      refuses: ['autoscalers', 'tree', 'warnings'],
    });
    expect(observation.resources.map(({ facts }) => facts.autoscalers)).toEqual([undefined, undefined]);
    expect(Object.keys(observation.runtime)).toEqual(['lastChange']);
    expect(observation.notObserved.map((note) => note.replace(/:.*/, ''))).toEqual([
      'autoscalers',
      'the resource tree',
      'events',
    ]);
  });
});
