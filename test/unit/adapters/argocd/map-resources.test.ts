import { describe, expect, it } from 'vitest';
import {
  mapEvents,
  mapLog,
  mapManagedResource,
  mapNode,
  parseManifest,
} from '../../../../src/adapters/argocd/map-resources.ts';
import { EventList, LogEntry, ManagedResources, ResourceTree } from '../../../../src/adapters/argocd/schema.ts';
import { makeMasker } from '../../../../src/core/mask/mask.ts';
import { UnavailableError } from '../../../../src/core/model/errors.ts';
import { at } from '../../../../src/core/model/json.ts';
import { RELEASES, recorded } from './fixtures.ts';

function managed(...items: readonly object[]) {
  const masker = makeMasker();
  return ManagedResources.parse({ items }).items.map((row) => mapManagedResource(row, masker));
}

describe.each(RELEASES)('managed resources of Argo CD %s', (release) => {
  const masker = makeMasker();
  const rows = ManagedResources.parse(recorded(release, 'managed-resources')).items;
  const resources = rows.map((row) => mapManagedResource(row, masker));

  it('say which drift', () => {
    expect(resources.map(({ ref, isDrifting }) => [ref.kind, isDrifting])).toEqual([
      ['ConfigMap', true],
      ['Secret', false],
      ['Service', false],
      ['Deployment', true],
    ]);
  });

  it('have all four states', () => {
    const deployment = resources[3];
    expect(at(deployment?.target(), 'spec', 'replicas')).toBe(2);
    expect(at(deployment?.live(), 'spec', 'replicas')).toBe(3);
    expect(at(deployment?.normalizedLive(), 'spec', 'replicas')).toBe(3);
    expect(at(deployment?.predicted(), 'spec', 'replicas')).toBe(2);
    expect(at(deployment?.live(), 'metadata', 'managedFields')).toBeInstanceOf(Array);
  });

  it('keep the masks of Argo CD', () => {
    expect(at(resources[1]?.live(), 'data', 'password')).toMatch(/^\++$/);
    expect(resources[1]?.normalizedLive()).toEqual(resources[1]?.predicted());
  });
});

describe('a managed resource', () => {
  it('that is not in Git drifts though it is not modified', () => {
    const [extra] = managed({ kind: 'Secret', name: 'old', targetState: 'null', liveState: '{"kind":"Secret"}' });
    expect(extra).toMatchObject({ isDrifting: true, ref: { group: '', namespace: '' } });
    expect(extra?.target()).toBeNull();
    expect(extra?.live()).toEqual({ kind: 'Secret' });
  });

  it('that is not in the cluster has no live state', () => {
    const [missing] = managed({
      kind: 'ConfigMap',
      name: 'flags',
      modified: true,
      targetState: '{"kind":"ConfigMap"}',
      liveState: 'null',
      normalizedLiveState: 'null',
      predictedLiveState: '{"kind":"ConfigMap"}',
    });
    expect([missing?.live(), missing?.normalizedLive()]).toEqual([null, null]);
    expect(missing?.isDrifting).toBe(true);
  });

  it('is parsed when asked for, once', () => {
    const [broken, fine] = managed(
      { kind: 'ConfigMap', name: 'a', targetState: '{"kind' },
      { kind: 'ConfigMap', name: 'b', targetState: '{"kind":"ConfigMap"}' },
    );
    expect(() => broken?.target()).toThrow(UnavailableError);
    expect(fine?.target()).toBe(fine?.target());
  });

  it('stays equal where it was equal, and different where it was different', () => {
    const state = (password: string) => JSON.stringify({ kind: 'Database', spec: { password } });
    const [resource] = managed({
      kind: 'Database',
      name: 'db',
      targetState: state('from-git'),
      liveState: state('by-hand'),
      normalizedLiveState: state('by-hand'),
      predictedLiveState: state('from-git'),
    });
    expect(resource?.target()).toEqual(resource?.predicted());
    expect(resource?.live()).toEqual(resource?.normalizedLive());
    expect(resource?.live()).not.toEqual(resource?.target());
    expect(JSON.stringify([resource?.live(), resource?.target()])).not.toMatch(/from-git|by-hand/);
  });

  it.each(['null', '', '{}', '[]', '"x"'])('state %j is no object', (text) => {
    expect(parseManifest(text, makeMasker())).toBeNull();
  });
});

describe.each(RELEASES)('the resource tree of Argo CD %s', (release) => {
  const nodes = ResourceTree.parse(recorded(release, 'resource-tree')).nodes.map((node) => mapNode(node, makeMasker()));

  it('has pods with their parents and info', () => {
    const pod = nodes.find(({ kind }) => kind === 'Pod');
    expect(pod).toMatchObject({
      group: '',
      version: 'v1',
      info: { 'Status Reason': 'Running', Containers: '1/1' },
      parents: [{ kind: 'ReplicaSet', uid: expect.stringMatching(/-/) }],
      health: { status: 'Healthy' },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(pod?.images).toHaveLength(1);
  });
});

describe('a tree node', () => {
  it('that is missing has no uid', () => {
    const [node] = ResourceTree.parse({
      nodes: [{ version: 'v1', kind: 'ConfigMap', namespace: 'web', name: 'flags', health: { status: 'Missing' } }],
    }).nodes;
    expect(node && mapNode(node, makeMasker())).toEqual({
      group: '',
      version: 'v1',
      kind: 'ConfigMap',
      namespace: 'web',
      name: 'flags',
      uid: '',
      parents: [],
      info: {},
      images: [],
      health: { status: 'Missing' },
    });
  });
});

describe('events', () => {
  it('come newest last, whichever timestamp they carry', () => {
    const item = (reason: string, times: object) => ({
      metadata: { creationTimestamp: '2026-03-01T09:00:00Z' },
      involvedObject: { kind: 'Pod', name: 'web-1' },
      reason,
      message: 'password=hunter2x',
      firstTimestamp: null,
      lastTimestamp: null,
      eventTime: null,
      ...times,
    });
    const { items } = EventList.parse({
      metadata: {},
      items: [
        item('third', { series: { count: 7, lastObservedTime: '2026-03-01T10:02:00.000001Z' } }),
        item('first', {}),
        item('second', { lastTimestamp: '2026-03-01T10:01:00Z', count: 41, type: 'Warning' }),
      ],
    });
    expect(mapEvents(items, makeMasker())).toEqual([
      { reason: 'first', message: 'password=‹masked 1›', object: 'Pod/web-1' },
      { reason: 'second', message: 'password=‹masked 1›', object: 'Pod/web-1', type: 'Warning', count: 41 },
      { reason: 'third', message: 'password=‹masked 1›', object: 'Pod/web-1', count: 7 },
    ]);
  });
});

describe('a log', () => {
  it('has what the container printed, without colours, secrets, refusals and the end marker', () => {
    const entry = (content: string, podName: string, last = false) =>
      LogEntry.parse({ result: { content, podName, last, timeStamp: null, timeStampStr: '' } });
    const entries = [
      entry('no preferred addresses found; known addresses: []', ''),
      entry('\u001b[31mFATAL\u001b[0m cannot reach postgres://app:hunter2@db', 'web-1'),
      entry('', '', true),
    ];
    expect(mapLog(entries, makeMasker())).toEqual(['FATAL cannot reach postgres://app:‹masked 1›@db']);
  });
});
