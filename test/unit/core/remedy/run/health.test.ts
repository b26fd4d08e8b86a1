import { describe, expect, it } from 'vitest';
import {
  type AppHealth,
  hasFailed,
  healthOf,
  isSameHealth,
  isSettling,
  worseHealth,
} from '../../../../../src/core/remedy/run/health.ts';

const app = { server: 'prod', namespace: 'argocd', name: 'shop' };
const ref = (kind: string, name: string) => ({ group: '', kind, namespace: 'shop', name });
const health = (statuses: Readonly<Record<string, string>>, status = 'Healthy'): AppHealth => ({
  app,
  status,
  resources: Object.entries(statuses).map(([name, own]) => ({ ref: ref('Deployment', name), status: own })),
});

describe('health is worse', () => {
  it.each([
    ['Healthy', 'Degraded'],
    ['Healthy', 'Progressing'],
    ['Progressing', 'Degraded'],
    ['Suspended', 'Missing'],
  ])('when a resource goes from %s to %s', (before, now) => {
    expect(worseHealth([health({ web: before })], [health({ web: now })])).toBe(`Deployment/web of shop turned ${now}`);
  });

  it('when something that was not there is not well', () => {
    expect(worseHealth([health({ web: 'Healthy' })], [health({ web: 'Healthy', api: 'Degraded' })])).toContain('/api');
  });

  it('when only the app is known and it is', () => {
    expect(worseHealth([health({})], [health({}, 'Degraded')])).toBe('shop turned Degraded');
  });

  it('and names three at most', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = (status: string) => health(Object.fromEntries(names.map((name) => [name, status])));
    expect(worseHealth([all('Healthy')], [all('Degraded')])).toMatch(/a of .*b of .*c of .*; and 2 more$/);
  });
});

describe('health is not worse', () => {
  it.each([
    ['nothing changed', health({ web: 'Degraded' }), health({ web: 'Degraded' })],
    ['it got better', health({ web: 'Degraded' }), health({ web: 'Progressing' })],
    ['something is gone', health({ web: 'Healthy', api: 'Healthy' }), health({ web: 'Healthy' })],
    [
      'only the app says so, for an object of the plan',
      health({ web: 'Healthy' }),
      health({ web: 'Healthy' }, 'Progressing'),
    ],
  ])('when %s', (_, before, now) => {
    expect(worseHealth([before], [now])).toBeUndefined();
  });

  it('for an app that nobody looked at before', () => {
    expect(worseHealth([], [health({ web: 'Degraded' })])).toBeUndefined();
  });
});

describe('an app’s health', () => {
  it('leaves out the plan’s objects and what has none', () => {
    const resource = { version: 'v1', requiresPruning: false, hook: false };
    const seen = healthOf(
      {
        ...{
          ref: app,
          project: 'apps',
          annotations: {},
          sources: [],
          destination: {},
          syncOptions: [],
          conditions: [],
        },
        ...{ ignoreDifferences: [], managedNamespaceMetadata: false, sync: { status: 'Synced', revisions: [] } },
        autoSync: { enabled: false, prune: false, selfHeal: false },
        health: { status: 'Progressing' },
        resources: [
          { ...ref('Deployment', 'web'), ...resource, health: { status: 'Healthy' } },
          { ...ref('Service', 'old'), ...resource, health: { status: 'Progressing' } },
          { ...ref('ConfigMap', 'web'), ...resource },
        ],
      },
      [ref('Service', 'old')],
    );
    expect(seen).toEqual(health({ web: 'Healthy' }, 'Progressing'));
  });

  it('is under way while something progresses that did not before', () => {
    expect(isSettling([health({ web: 'Healthy' })], [health({ web: 'Progressing' })])).toBe(true);
    expect(isSettling([health({ web: 'Progressing' })], [health({ web: 'Progressing' })])).toBe(false);
    expect(isSettling([health({ web: 'Healthy' })], [health({ web: 'Degraded' })])).toBe(false);
  });

  it('has settled when two looks saw the same', () => {
    expect(isSameHealth(undefined, [health({ web: 'Healthy' })])).toBe(false);
    expect(isSameHealth([health({ web: 'Healthy' })], [health({ web: 'Degraded' })])).toBe(false);
    expect(isSameHealth([health({ web: 'Healthy' })], [health({ web: 'Healthy' })])).toBe(true);
  });
});

describe('waiting', () => {
  it('is over when something has failed, whatever else progresses', () => {
    const before = [health({ web: 'Healthy', api: 'Healthy' })];
    expect(hasFailed(before, [health({ web: 'Degraded', api: 'Progressing' })])).toBe(true);
    expect(hasFailed(before, [health({ web: 'Healthy', api: 'Progressing' })])).toBe(false);
    expect(hasFailed([health({ web: 'Degraded' })], [health({ web: 'Degraded' })])).toBe(false);
  });
});
