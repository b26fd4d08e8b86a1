import { describe, expect, it } from 'vitest';
import { mapListing } from '../../../../src/adapters/argocd/listing.ts';
import { mapApplication, mapListed } from '../../../../src/adapters/argocd/map.ts';
import { Application, ApplicationList } from '../../../../src/adapters/argocd/schema.ts';
import { makeMasker } from '../../../../src/core/diff/mask.ts';
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
    expect(mapped().operation).toBeUndefined();
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
  const listed = (value: object) => mapListing(Application.parse(value), reading());

  it('says nothing about history', () => {
    expect(mapListed(Application.parse(item), reading())).not.toHaveProperty('history');
  });

  it.each(RELEASES)('has the shape that %s sends', (release) => {
    expect(ApplicationList.parse(recorded(release, 'application-list')).items).toHaveLength(1);
  });

  it('of nothing is empty, but not anything is a list', () => {
    expect(ApplicationList.parse({ metadata: {}, items: null }).items).toEqual([]);
    expect(ApplicationList.safeParse({}).success).toBe(false);
  });

  it('does not care what else is listed', () => {
    const values = (password: string) => ({ repoURL: 'x', helm: { valuesObject: { password } } });
    const withSecret = { ...item, spec: { ...item.spec, source: values('one') } };
    const masker = makeMasker();
    masker.text('password=another');
    const later = mapListing(Application.parse(withSecret), { server: 'prod', masker });
    expect(later.identity).toBe(listed(withSecret).identity);
    expect(later.identity).not.toBe(listed({ ...item, spec: { ...item.spec, source: values('two') } }).identity);
  });

  it('keeps its identity while Argo CD only looks', () => {
    const refreshed = { ...item.metadata, annotations: { 'argocd.argoproj.io/refresh': 'normal' } };
    expect(listed({ ...item, metadata: refreshed }).identity).toBe(listed(item).identity);
  });

  it.each([
    ['status', { status: { ...item.status, sync: { status: 'Synced' } } }],
    ['health', { status: { ...item.status, health: { status: 'Degraded' } } }],
    ['a resource', { status: { ...item.status, resources: [{ kind: 'Job', name: 'x', status: 'OutOfSync' }] } }],
    ['the operation', { status: { ...item.status, operationState: { phase: 'Running' } } }],
    ['the spec', { spec: { ...item.spec, destination: { namespace: 'other' } } }],
    ['an annotation', { metadata: { ...item.metadata, annotations: { a: 'b' } } }],
  ])('changes its identity with %s', (_, change) => {
    expect(listed({ ...item, ...change }).identity).not.toBe(listed(item).identity);
  });
});
