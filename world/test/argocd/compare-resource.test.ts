import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../../src/core/kubernetes/schema.ts';
import type { Json, JsonObject, Manifest } from '../../../src/core/model/json.ts';
import type { AppSpec } from '../../argocd/app-spec.ts';
import { compareResource, strategyOf } from '../../argocd/compare/compare-resource.ts';
import { readIgnoreDifference } from '../../argocd/ignore-difference.ts';
import { keyOfManifest } from '../../argocd/object-key.ts';
import { differingPaths } from './differing-paths.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function anApp(changes: Partial<AppSpec> = {}): AppSpec {
  return {
    name: 'shop',
    namespace: 'argocd',
    project: 'default',
    annotations: {},
    repoUrl: 'file:///repository',
    path: 'apps/shop',
    targetRevision: 'main',
    source: {},
    destination: { namespace: 'shop' },
    syncOptions: [],
    ignoreDifferences: [],
    ...changes,
  };
}

const SERVER_SIDE = anApp({ syncOptions: ['ServerSideApply=true'] });

function object(apiVersion: string, kind: string, rest: JsonObject, annotations: JsonObject = {}): Manifest {
  return { apiVersion, kind, metadata: { name: 'checkout', namespace: 'shop', annotations }, ...rest };
}

const deployment = (spec: JsonObject, annotations?: JsonObject): Manifest =>
  object('apps/v1', 'Deployment', { spec }, annotations);
const widget = (spec: JsonObject, annotations?: JsonObject): Manifest =>
  object('example.com/v1', 'Widget', { spec }, annotations);
const applied = (manifest: Manifest): JsonObject => ({ [LAST_APPLIED]: JSON.stringify(manifest) });

interface Given {
  readonly app?: AppSpec;
  readonly target: Manifest | null;
  readonly live: Manifest | null;
  readonly schema?: Json;
}

function compared({ app = anApp(), target, live, schema }: Given) {
  const verdict = compareResource({
    key: keyOfManifest(target ?? live ?? {}),
    target,
    live,
    app,
    schema: schema === undefined ? undefined : compileSchema(schema),
    dryRun: (manifest) => manifest,
  });
  const paths = differingPaths(verdict.normalizedLive, verdict.predicted);
  return { ...verdict, paths };
}

describe('the strategy', () => {
  it.each<readonly [string, AppSpec, Manifest, Manifest]>([
    ['two-way', anApp(), widget({}), widget({})],
    ['three-way', anApp(), widget({}), widget({}, applied(widget({})))],
    ['structured-merge', SERVER_SIDE, widget({}), widget({})],
    [
      'structured-merge',
      anApp(),
      widget({}, { 'argocd.argoproj.io/sync-options': 'ServerSideApply=true' }),
      widget({}),
    ],
    [
      'server-side',
      anApp({ annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' } }),
      widget({}),
      widget({}),
    ],
  ])('is %s', (strategy, app, target, live) => {
    expect(strategyOf({ app, target, live })).toBe(strategy);
  });
});

describe('what exists on one side only', () => {
  it('is modified when it is missing, and not when it is extra', () => {
    expect(compared({ target: widget({}), live: null })).toMatchObject({ modified: true, normalizedLive: null });
    expect(compared({ target: null, live: widget({}) })).toMatchObject({ modified: false, predicted: null });
  });
});

describe('built-in kinds', () => {
  const spec = { replicas: 2, template: { spec: { containers: [{ name: 'main', image: 'a:1' }] } } };

  it('ignore what Git never stated, defaults, status and quantities in another spelling', () => {
    const target = deployment({
      replicas: 2,
      template: { spec: { containers: [{ name: 'main', image: 'a:1', resources: { requests: { cpu: 0.25 } } }] } },
    });
    const live = {
      ...deployment({
        replicas: 2,
        revisionHistoryLimit: 10,
        template: {
          spec: {
            containers: [
              { name: 'main', image: 'a:1', imagePullPolicy: 'IfNotPresent', resources: { requests: { cpu: '250m' } } },
              { name: 'sidecar', image: 'mesh:1' },
            ],
          },
        },
      }),
      status: { replicas: 2 },
    };
    expect(compared({ target, live })).toMatchObject({ modified: false, paths: [] });
  });

  it('show a changed value at its own path', () => {
    const live = deployment({ ...spec, replicas: 3 });
    expect(compared({ target: deployment(spec), live }).paths).toEqual(['/spec/replicas']);
  });

  it('show what left Git only where it was applied before', () => {
    const before = deployment({ ...spec, minReadySeconds: 5 });
    const live = deployment({ ...spec, minReadySeconds: 5 });
    expect(compared({ target: deployment(spec), live }).modified).toBe(false);
    const known = deployment({ ...spec, minReadySeconds: 5 }, applied(before));
    expect(compared({ target: deployment(spec), live: known }).paths).toEqual(['/spec/minReadySeconds']);
  });

  it('drop zero values, but keep an empty int-or-string', () => {
    const live = deployment(spec);
    expect(compared({ target: deployment({ ...spec, paused: false, minReadySeconds: 0 }), live }).modified).toBe(false);
    const budget = (maxUnavailable: Json): Manifest =>
      object('policy/v1', 'PodDisruptionBudget', { spec: { maxUnavailable } });
    expect(compared({ target: budget(''), live: budget(1) }).paths).toEqual(['/spec/maxUnavailable']);
  });

  it('show API defaults of a StatefulSet under server-side apply', () => {
    const set = (more: JsonObject): Manifest => object('apps/v1', 'StatefulSet', { spec: { replicas: 1, ...more } });
    const live = set({ revisionHistoryLimit: 10 });
    expect(compared({ target: set({}), live }).modified).toBe(false);
    expect(compared({ app: SERVER_SIDE, target: set({}), live }).paths).toEqual(['/spec/revisionHistoryLimit']);
  });
});

describe('custom resources', () => {
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          policy: { type: 'string', default: 'Retain' },
          data: {
            type: 'array',
            items: {
              type: 'object',
              properties: { key: { type: 'string' }, mode: { type: 'string', default: 'None' } },
            },
          },
        },
      },
    },
  };
  const target = widget({ data: [{ key: 'a' }] });
  const live = widget({ policy: 'Retain', data: [{ key: 'a', mode: 'None' }] });

  it('show CRD defaults under server-side apply and not otherwise', () => {
    expect(compared({ target, live, schema }).modified).toBe(false);
    expect(
      compared({
        target,
        live: { ...live, ...widget({ policy: 'Retain', data: [{ key: 'a', mode: 'None' }] }, applied(target)) },
        schema,
      }).modified,
    ).toBe(false);
    expect(compared({ app: SERVER_SIDE, target, live, schema }).paths.toSorted()).toEqual([
      '/spec/data/0/mode',
      '/spec/policy',
    ]);
  });

  it('replace a list as a whole when one element differs', () => {
    const known = widget({ data: [{ key: 'b', mode: 'None' }] }, applied(target));
    const { predicted } = compared({ target, live: known, schema });
    expect(predicted).toMatchObject({ spec: { data: [{ key: 'a' }] } });
  });

  it('report a zero value that somebody dropped', () => {
    const stated = widget({ prune: false });
    expect(compared({ target: stated, live: widget({}, applied(stated)) }).paths).toEqual(['/spec/prune']);
  });

  it('with an untyped spec are flagged under server-side apply though nothing differs', () => {
    const untyped = {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    };
    expect(compared({ app: SERVER_SIDE, target, live: target, schema: untyped })).toMatchObject({
      modified: true,
      paths: [],
    });
    expect(compared({ target, live: target, schema: untyped }).modified).toBe(false);
  });
});

describe('ignore rules', () => {
  const target = deployment({ replicas: 2, template: { spec: { containers: [{ name: 'main', image: 'a:1' }] } } });
  const live: Manifest = {
    ...deployment({ replicas: 5, template: { spec: { containers: [{ name: 'main', image: 'a:2' }] } } }),
    metadata: {
      name: 'checkout',
      namespace: 'shop',
      managedFields: [{ manager: 'autoscaler', operation: 'Update', fieldsV1: { 'f:spec': { 'f:replicas': {} } } }],
    },
  };
  const rule = (more: JsonObject): AppSpec =>
    anApp({ ignoreDifferences: [readIgnoreDifference({ group: 'apps', kind: 'Deployment', ...more })] });

  it.each<readonly [string, AppSpec, readonly string[]]>([
    ['a pointer', rule({ jsonPointers: ['/spec/replicas'] }), ['/spec/template/spec/containers/0/image']],
    [
      'a jq path',
      rule({ jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "main") | .image'] }),
      ['/spec/replicas'],
    ],
    ['a manager', rule({ managedFieldsManagers: ['autoscaler'] }), ['/spec/template/spec/containers/0/image']],
    [
      'a broken jq path',
      rule({ jqPathExpressions: ['.spec.replicas +'] }),
      ['/spec/replicas', '/spec/template/spec/containers/0/image'],
    ],
    [
      'a rule for the core group',
      rule({ group: '', jsonPointers: ['/spec'] }),
      ['/spec/replicas', '/spec/template/spec/containers/0/image'],
    ],
  ])('%s hides what it says', (_, app, left) => {
    expect(compared({ app, target, live }).paths).toEqual(left);
  });
});

describe('what was applied before', () => {
  const port = (containerPort: number, more: JsonObject = {}): JsonObject => ({ containerPort, ...more });
  const withPorts = (...ports: readonly JsonObject[]): JsonObject => ({
    template: { spec: { containers: [{ name: 'main', ports }] } },
  });

  it('is found by the merge key of its type, wherever it stands in the list', () => {
    const before = deployment(withPorts(port(80), port(90)));
    const live = deployment(withPorts(port(90), port(80), port(70)), applied(before));
    const { paths, predicted } = compared({ target: deployment(withPorts(port(80))), live });
    expect(paths).not.toEqual([]);
    expect(predicted?.spec).toEqual(withPorts(port(80), port(70)));
  });

  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ['a zero that Go omits', { hostNetwork: false }, {}, []],
    ['a zero behind a pointer', { shareProcessNamespace: false }, {}, ['/spec/template/spec/shareProcessNamespace']],
    [
      'an empty entry of a map',
      { nodeSelector: { a: '' } },
      { nodeSelector: { b: '' } },
      ['/spec/template/spec/nodeSelector/a'],
    ],
  ])('and %s', (_, wanted, there, paths) => {
    const target = deployment({ template: { spec: wanted } });
    expect(compared({ target, live: deployment({ template: { spec: there } }) }).paths).toEqual(paths);
  });
});
