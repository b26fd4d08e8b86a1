import { describe, expect, it } from 'vitest';
import { mapListing } from '../../../../src/adapters/argocd/listing.ts';
import { mapApplication } from '../../../../src/adapters/argocd/map.ts';
import { Application, ListEnvelope, ListedApplication } from '../../../../src/adapters/argocd/schema.ts';
import { makeMasker } from '../../../../src/core/mask/mask.ts';
import { RELEASES, recorded } from './fixtures.ts';

const reading = () => ({ server: 'prod', masker: makeMasker() });

function mapped({ status = {}, spec = {}, metadata = {}, ...rest }: Record<string, object> = {}) {
  const application = Application.parse({
    metadata: { name: 'shop', ...metadata },
    spec: { project: 'team-a', ...spec },
    status,
    ...rest,
  });
  return mapApplication(application, reading());
}

describe.each(RELEASES)('an application of Argo CD %s', (release) => {
  const app = mapApplication(Application.parse(recorded(release, 'application-drifted')), reading());

  it('is mapped', () => {
    expect(app).toMatchObject({
      ref: { server: 'prod', namespace: 'argocd', name: 'shop' },
      project: 'default',
      sources: [{ repoUrl: 'file:///git/shop', path: '.', targetRevision: 'main' }],
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      autoSync: { enabled: false, prune: false, selfHeal: false },
      syncOptions: ['CreateNamespace=true'],
      sync: { status: 'OutOfSync', revisions: [expect.stringMatching(/^[0-9a-f]{40}$/)] },
      health: { status: 'Healthy', since: expect.stringMatching(/Z$/) },
      conditions: [],
    });
    expect(app.history).toEqual([{ id: 0, revisions: app.sync.revisions, deployedAt: expect.stringMatching(/Z$/) }]);
  });

  it('is Synced before anybody touches it', () => {
    const before = mapApplication(Application.parse(recorded(release, 'application-synced')), reading());
    expect(before.sync).toEqual({ ...app.sync, status: 'Synced' });
    expect(before.resources.every(({ status }) => status === 'Synced')).toBe(true);
  });

  it('has its operation', () => {
    expect(app.operation).toMatchObject({
      phase: 'Succeeded',
      message: 'successfully synced (all tasks run)',
      finishedAt: expect.stringMatching(/Z$/),
      retryCount: 0,
      autoHealAttempts: 0,
      revisions: app.sync.revisions,
    });
    expect(app.operation?.resources[0]).toEqual({
      group: '',
      kind: 'Namespace',
      namespace: '',
      name: 'shop',
      status: 'Synced',
      message: 'namespace/shop created',
      hookPhase: 'Running',
    });
  });

  it('has its resources, the core group as empty text', () => {
    expect(app.resources.map(({ group, kind, status }) => [group, kind, status])).toEqual([
      ['', 'ConfigMap', 'OutOfSync'],
      ['', 'Secret', 'Synced'],
      ['', 'Service', 'Synced'],
      ['apps', 'Deployment', 'OutOfSync'],
    ]);
    expect(app.resources[0]).not.toHaveProperty('health');
    expect(app.resources[3]?.health).toEqual({ status: 'Healthy' });
  });
});

describe('an application', () => {
  it('that nobody has compared yet is Unknown', () => {
    expect(mapped({ status: { sync: { status: '' }, health: {} } })).toMatchObject({
      sync: { status: 'Unknown', revisions: [] },
      health: { status: 'Unknown' },
      history: [],
      resources: [],
    });
  });

  it('prefers sources to the dummy source beside them', () => {
    const { sources, sync } = mapped({
      spec: {
        source: { repoURL: '' },
        sources: [
          { repoURL: 'a', chart: 'redis' },
          { repoURL: 'b', path: 'x' },
        ],
      },
      status: { sync: { status: 'Synced', revision: '', revisions: ['1.2.3', 'abc'] } },
    });
    expect(sources).toEqual([
      { repoUrl: 'a', chart: 'redis' },
      { repoUrl: 'b', path: 'x' },
    ]);
    expect(sync.revisions).toEqual(['1.2.3', 'abc']);
  });

  it('compares what the hydrator wrote', () => {
    const sourceHydrator = {
      drySource: { repoURL: 'dry', targetRevision: 'main', path: 'app' },
      syncSource: { targetBranch: 'environments/prod', path: 'app' },
    };
    expect(mapped({ spec: { sourceHydrator } }).sources).toEqual([
      { repoUrl: 'dry', path: 'app', targetRevision: 'environments/prod' },
    ]);
  });

  it.each([
    [undefined, false],
    [{}, true],
    [{ enabled: true }, true],
    [{ enabled: false, selfHeal: true }, false],
  ])('with automated %j', (automated, enabled) => {
    expect(mapped({ spec: { syncPolicy: { automated } } }).autoSync.enabled).toBe(enabled);
  });

  it('that waits for its retry has not finished', () => {
    const waiting = { phase: 'Running', startedAt: '2026-03-01T10:00:00Z', finishedAt: '2026-03-01T10:00:09Z' };
    const { operation } = mapped({ status: { operationState: { ...waiting, retryCount: 2 } } });
    expect(operation).toMatchObject({ phase: 'Running', retryCount: 2 });
    expect(operation).not.toHaveProperty('finishedAt');
  });

  it('whose operation was only requested runs already', () => {
    expect(mapped({ operation: { sync: {} } }).operation).toMatchObject({ phase: 'Running', message: '' });
    expect(
      mapped({ operation: { sync: {}, info: [{ name: 'Reason', value: 'asked by Ada' }] } }).operation,
    ).toMatchObject({
      reason: 'asked by Ada',
    });
    expect(mapped().operation).toBeUndefined();
  });

  it('whose last operation ended while another is asked for, or while it is not cleared yet, is busy', () => {
    const operationState = { phase: 'Failed', message: 'Operation terminated', startedAt: '2026-01-05T10:00:00Z' };
    const operation = { sync: {}, info: [{ name: 'Reason', value: 'asked by Ada' }] };
    expect(mapped({ operation, status: { operationState } }).operation).toMatchObject({
      phase: 'Running',
      reason: 'asked by Ada',
    });
    expect(mapped({ status: { operationState } }).operation).toMatchObject({ phase: 'Failed' });
  });

  it('keeps hooks and copies without a status', () => {
    const [hook] = mapped({ status: { resources: [{ kind: 'Job', name: 'migrate', hook: true }] } }).resources;
    expect(hook).toEqual({
      group: '',
      kind: 'Job',
      namespace: '',
      name: 'migrate',
      version: '',
      requiresPruning: false,
      hook: true,
    });
  });

  it('leaves out what an ignore rule does not say', () => {
    const ignoreDifferences = [{ kind: 'Deployment', group: 'apps', jsonPointers: ['/spec/replicas'] }];
    expect(mapped({ spec: { ignoreDifferences } }).ignoreDifferences).toEqual(ignoreDifferences);
  });

  it('hides secrets in texts, values, annotations and addresses', () => {
    const app = mapped({
      metadata: {
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration':
            '{"spec":{"source":{"helm":{"valuesObject":{"password":"hunter2-a"}}}}}',
        },
      },
      spec: {
        source: {
          repoURL: 'https://bot:hunter2-b@git.example.com/x',
          helm: { valuesObject: { password: 'hunter2-c' } },
        },
      },
      status: {
        conditions: [{ type: 'ComparisonError', message: 'https://bot:hunter2-d@git.example.com: 401' }],
        operationState: { phase: 'Failed', message: 'token=hunter2-e' },
      },
    });
    expect(JSON.stringify(app)).not.toContain('hunter2');
  });
});

describe('a listing', () => {
  const item = {
    metadata: { name: 'shop', namespace: 'argocd', annotations: null, labels: null },
    spec: { project: 'team-a', source: { repoURL: 'x' }, destination: { namespace: 'shop' } },
    status: { sync: { status: 'OutOfSync' }, health: { status: 'Healthy' }, resources: null },
  };
  const listed = (value: object) => mapListing(ListedApplication.parse(value), 'prod');

  it.each(RELEASES)('has the shape that %s sends', (release) => {
    const { items, ...envelope } = recorded(release, 'application-list') as { items: readonly object[] };
    expect(ListEnvelope.safeParse({ ...envelope, items: [] }).success).toBe(true);
    expect(items).toHaveLength(1);
  });

  it('of nothing is empty, but not anything is a list', () => {
    expect(ListEnvelope.safeParse({ metadata: {}, items: null }).success).toBe(true);
    expect(ListEnvelope.safeParse({ metadata: {}, items: [1] }).success).toBe(false);
    expect(ListEnvelope.safeParse({}).success).toBe(false);
  });

  it('tells values apart that it hides', () => {
    const values = (password: string) => ({
      ...item,
      spec: { ...item.spec, source: { repoURL: 'x', helm: { valuesObject: { password } } } },
    });
    expect(listed(values('one')).identity).not.toBe(listed(values('two')).identity);
    expect(JSON.stringify(listed(values('hunter2')))).not.toContain('hunter2');
  });

  it('keeps only what drifts, leftovers and finished hooks included', () => {
    const resources = [
      { kind: 'Service', name: 'a', status: 'Synced' },
      { kind: 'Job', name: 'hook', hook: true },
      { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'b', status: 'OutOfSync' },
      { kind: 'Job', name: 'old', hook: true, requiresPruning: true },
    ];
    const { drifting, resources: all } = listed({ ...item, status: { ...item.status, resources } });
    expect(drifting).toEqual([
      { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'b' },
      { group: '', kind: 'Job', namespace: '', name: 'old' },
    ]);
    expect(all).toHaveLength(4);
  });

  it('says whether its verdict stands still, and no other annotation', () => {
    const annotations = { 'argocd.argoproj.io/skip-reconcile': 'true', other: 'x' };
    const frozen = listed({ ...item, metadata: { ...item.metadata, annotations, labels: { env: 'prod' } } });
    expect(frozen.annotations).toEqual({ 'argocd.argoproj.io/skip-reconcile': 'true' });
    expect(frozen.labels).toEqual({ env: 'prod' });
  });

  it('keeps its identity while Argo CD only looks', () => {
    const annotations = { 'argocd.argoproj.io/refresh': 'normal' };
    const metadata = { ...item.metadata, annotations, resourceVersion: '9', generation: 4, managedFields: [{}] };
    const compared = { ...item.status, reconciledAt: '2026-03-01T10:20:00Z', summary: { images: ['x'] } };
    const again = listed({ ...item, metadata, status: compared });
    expect(again.identity).toBe(listed(item).identity);
    expect(again.reconciledAt).toBe('2026-03-01T10:20:00Z');
  });

  it.each([
    ['status', { status: { ...item.status, sync: { status: 'Synced' } } }],
    ['health', { status: { ...item.status, health: { status: 'Degraded' } } }],
    ['a resource', { status: { ...item.status, resources: [{ kind: 'Job', name: 'x', status: 'OutOfSync' }] } }],
    ['the operation', { status: { ...item.status, operationState: { phase: 'Running' } } }],
    ['the spec', { spec: { ...item.spec, destination: { namespace: 'other' } } }],
    ['a label', { metadata: { ...item.metadata, labels: { a: 'b' } } }],
    ['the revision', { status: { ...item.status, sync: { status: 'OutOfSync', revision: 'abc' } } }],
    [
      'the transition of its health',
      { status: { ...item.status, health: { status: 'Healthy', lastTransitionTime: 'x' } } },
    ],
    ['a leftover', { status: { ...item.status, resources: [{ kind: 'Job', name: 'x', requiresPruning: true }] } }],
    ['automated sync', { spec: { ...item.spec, syncPolicy: { automated: {} } } }],
    ['an annotation', { metadata: { ...item.metadata, annotations: { a: 'b' } } }],
  ])('changes its identity with %s', (_, change) => {
    expect(listed({ ...item, ...change }).identity).not.toBe(listed(item).identity);
  });
});
