import { describe, expect, it } from 'vitest';
import { compare, type Suppression } from '../../../../src/core/compare/compare.ts';
import { compileSchema } from '../../../../src/core/kubernetes/schema.ts';
import { aManifest, anApp, aResource, byArgoCd, type SubjectSpec, writtenBy } from '../../../support/builders.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const crd = { group: 'example.com', kind: 'Widget' };

function compared(spec: SubjectSpec) {
  return compare({ app: anApp(spec.app), resource: aResource(spec) });
}

function reported(spec: SubjectSpec): readonly string[] {
  return compared({ ...spec, resource: { status: 'Synced', ...spec.resource } }).changes.map(({ path }) => path);
}

function reasonFor(spec: SubjectSpec, path: string): Suppression | undefined {
  return compared({ ...spec, resource: { status: 'Synced', ...spec.resource } }).suppressed.find(
    (change) => change.path === path,
  )?.because;
}

describe('strategies', () => {
  const target = aManifest({ spec: {} });

  it.each([
    ['two-way', {}, target],
    ['three-way', {}, aManifest({ metadata: { annotations: { [LAST_APPLIED]: '{}' } } })],
    ['structured-merge', { syncOptions: ['ServerSideApply=true'] }, target],
    ['server-side', { annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } }, target],
  ] as const)('%s', (strategy, app, live) => {
    expect(compared({ app, target, live }).strategy).toBe(strategy);
  });

  it('lets a resource opt out of the app’s server-side apply', () => {
    const own = aManifest({
      metadata: { annotations: { 'argocd.argoproj.io/sync-options': 'ServerSideApply=false' } },
    });
    expect(compared({ app: { syncOptions: ['ServerSideApply=true'] }, target: own, live: own }).strategy).toBe(
      'two-way',
    );
  });

  it('takes Argo CD’s own verdict where it was fetched', () => {
    const verdict = { normalizedLive: aManifest({ spec: { a: 1 } }), predicted: aManifest({ spec: { a: 2 } }) };
    const { strategy, changes } = compared({
      target: aManifest({ spec: { a: 2, z: 1 } }),
      live: aManifest({ spec: { a: 1 } }),
      resource: { verdict },
    });
    expect(strategy).toBe('verdict');
    expect(changes.map(({ path }) => path)).toEqual(['/spec/a']);
  });
});

describe('what Argo CD does not report', () => {
  it('live-only fields that Git never declared', () => {
    const spec = { target: aManifest({ spec: { a: 1 } }), live: aManifest({ spec: { a: 1, b: { c: 1 } } }) };
    expect(reported(spec)).toEqual([]);
    expect(reasonFor(spec, '/spec/b')).toBe('undeclared');
  });

  it('defaults of built-in kinds, from the API server’s own table', () => {
    const target = aManifest({
      spec: { template: { spec: { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] }] } } },
    });
    const live = aManifest({
      spec: {
        progressDeadlineSeconds: 600,
        template: {
          spec: {
            restartPolicy: 'Always',
            containers: [
              {
                name: 'a',
                image: 'a:1',
                imagePullPolicy: 'IfNotPresent',
                ports: [{ containerPort: 80, protocol: 'TCP' }],
              },
            ],
          },
        },
      },
    });
    expect(reported({ target, live })).toEqual([]);
    expect(reasonFor({ target, live }, '/spec/template/spec/containers/0/ports/0/protocol')).toBe('default');
  });

  it('quantities of built-in kinds, which it re-marshals; those of custom resources it reports', () => {
    const [target, live] = [aManifest({ spec: { cpu: '1000m' } }), aManifest({ spec: { cpu: '1' } })];
    expect(reported({ target, live })).toEqual([]);
    expect(reported({ ref: crd, target, live })).toEqual(['/spec/cpu']);
  });

  it('zero values of built-in kinds that the API drops; those of custom resources it reports', () => {
    const [target, live] = [aManifest({ spec: { paused: false } }), aManifest({ spec: {} })];
    expect(reported({ target, live })).toEqual([]);
    expect(reported({ ref: crd, target, live })).toEqual(['/spec/paused']);
  });

  it('status, server-set metadata and its own bookkeeping', () => {
    const live = aManifest({
      metadata: {
        uid: 'u',
        resourceVersion: '1',
        creationTimestamp: 't',
        annotations: { 'deployment.kubernetes.io/revision': '3' },
      },
      status: { replicas: 1 },
    });
    expect(reported({ live })).toEqual([]);
  });

  it('what the app’s ignore rules hide: by pointer, by manager, by jq', () => {
    const target = aManifest({ spec: { a: 1, b: 1, c: 1, d: 1 } });
    const live = writtenBy(aManifest({ spec: { a: 2, b: 2, c: 2, d: 2 } }), {
      manager: 'operator',
      owns: { 'f:spec': { 'f:b': {} } },
    });
    const rules = [
      { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/a'] },
      { group: '*', kind: '*', managedFieldsManagers: ['operator'] },
      { group: 'apps', kind: 'Deployment', name: 'another', jsonPointers: ['/spec/d'] },
    ];
    expect(reported({ app: { ignoreDifferences: rules }, target, live, resource: { jqIgnored: ['/spec/c'] } })).toEqual(
      ['/spec/d'],
    );
  });
});

describe('what it reports all the same', () => {
  it('what Git once declared and declares no more, under last-applied', () => {
    const live = aManifest({
      metadata: { annotations: { [LAST_APPLIED]: JSON.stringify({ spec: { old: 1 } }) } },
      spec: { old: 1, never: 1 },
    });
    expect(reported({ target: aManifest({ spec: { x: 1 } }), live })).toEqual(['/spec/old', '/spec/x']);
  });

  it('live-only fields inside a list of a custom resource, which is replaced whole', () => {
    const target = aManifest({ spec: { rules: [{ name: 'a' }] } });
    const live = aManifest({ spec: { rules: [{ name: 'a', weight: 1 }] } });
    expect(reported({ ref: crd, target, live })).toEqual(['/spec/rules/0/weight']);
  });

  it('unowned live-only fields under server-side apply', () => {
    const target = aManifest({ spec: { a: 1 } });
    const live = writtenBy(aManifest({ spec: { a: 1, b: 2 } }), byArgoCd({ 'f:spec': { 'f:a': {} } }, 'Apply'));
    expect(reported({ ref: crd, app: { syncOptions: ['ServerSideApply=true'] }, target, live })).toEqual(['/spec/b']);
  });

  it('what a person wrote, even in an app that shows Synced', () => {
    const target = aManifest({ spec: { a: 1 } });
    const live = writtenBy(aManifest({ spec: { a: 1, debug: 'yes' } }), byArgoCd(), {
      manager: 'kubectl-edit',
      owns: { 'f:spec': { 'f:debug': {} } },
    });
    expect(reported({ app: { sync: { status: 'Synced', revisions: [] } }, target, live })).toEqual(['/spec/debug']);
  });
});

describe('what the maker of an object owns', () => {
  const made = {
    manager: 'helm',
    owns: { 'f:spec': { 'f:progressDeadlineSeconds': {}, 'f:extra': {} } },
    time: '2025-01-01T00:00:00Z',
  };
  const live = writtenBy(
    aManifest({ spec: { progressDeadlineSeconds: 600, extra: 'x' } }),
    made,
    byArgoCd({ 'f:metadata': {} }),
  );

  it('is a default where the API server filled it in, and an edit where it did not', () => {
    expect(
      reported({
        target: aManifest({ spec: { replicas: 1 } }),
        live: { ...live, spec: { replicas: 1, progressDeadlineSeconds: 600 } },
      }),
    ).toEqual([]);
    expect(
      reported({
        target: aManifest({ spec: { replicas: 1 } }),
        live: { ...live, spec: { replicas: 1, progressDeadlineSeconds: 600, extra: 'x' } },
      }),
    ).toEqual(['/spec/extra']);
  });
});

describe('when nothing that Argo CD reports explains OutOfSync', () => {
  it('takes the likeliest of what it hides: another writer’s field', () => {
    const target = aManifest({ spec: { a: 1 } });
    const live = writtenBy(
      aManifest({ spec: { a: 1, filled: 1, other: { x: 1 } } }),
      byArgoCd({ 'f:spec': { 'f:a': {} } }),
      { manager: 'operator', owns: { 'f:spec': { 'f:filled': {} } } },
    );
    const { changes, promoted } = compared({ ref: crd, target, live });
    expect(changes.map(({ path }) => path)).toEqual(['/spec/filled']);
    expect(promoted).toBe(true);
  });

  it('then spellings, then schema defaults', () => {
    expect(
      compared({
        target: aManifest({ spec: { cpu: '1000m' } }),
        live: aManifest({ spec: { cpu: '1', x: {} } }),
      }).changes.map(({ path }) => path),
    ).toEqual(['/spec/cpu']);
    const schema = compileSchema({ properties: { spec: { properties: { mode: { default: 'fast' } } } } });
    const defaulted = compared({
      ref: crd,
      target: aManifest({ spec: { a: 1 } }),
      live: aManifest({ spec: { a: 1, mode: 'fast' } }),
      facts: { schema },
    });
    expect(defaulted.changes.map(({ path }) => path)).toEqual(['/spec/mode']);
  });

  it('offers no default where an ignore rule hides the real difference', () => {
    const live = aManifest({ spec: { replicas: 9, progressDeadlineSeconds: 600 } });
    const app = { ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }] };
    expect(compared({ app, target: aManifest({ spec: { replicas: 1 } }), live }).changes).toEqual([]);
  });
});
