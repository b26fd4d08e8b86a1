import { describe, expect, it } from 'vitest';
import { parseCase, parsePair } from '../../../../src/adapters/case-file/parse.ts';
import { UsageError } from '../../../../src/core/model/errors.ts';

const minimal = {
  application: { name: 'web', project: 'default', spec: {}, status: {} },
  resource: { kind: 'Deployment', name: 'web' },
  target: null,
  live: null,
};

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return '';
}

describe('a case file', () => {
  it('needs its five parts and says all that is missing at once', () => {
    expect(messageOf(() => parseCase('{"application": {}}', 'x.json'))).toBe(
      'x.json is not a case: application.spec is missing; application.status is missing; resource is missing; target is missing; live is missing',
    );
  });

  it.each([
    ['nonsense', /^x\.json is not JSON: /],
    ['', /^x\.json is not JSON: /],
    ['[]', /holds a list/],
    ['null', /holds null/],
    ['"text"', /holds a string/],
  ])('%j gets one sentence', (text, message) => {
    expect(messageOf(() => parseCase(text, 'x.json'))).toMatch(message);
  });

  it('is read with next to nothing in it, and is called after its file when it has no id', () => {
    const { id, observation } = parseCase(JSON.stringify(minimal), 'report.json');
    expect(id).toBe('report');
    expect(observation).toMatchObject({
      app: { autoSync: { enabled: false } },
      resources: [{ target: null, live: null }],
    });
  });

  it('reads context in the forms people write it', () => {
    const { observation } = parseCase(
      JSON.stringify({
        ...minimal,
        context: {
          hpa: { name: 'h', scaleTargetRef: { kind: 'Deployment', name: 'web' } },
          scaledObjects: [{ name: 's', scaleTargetRef: { name: 'web' } }],
          mutatingWebhooks: ['inject.example.com'],
          references: { pods: ['web-0'], deployments: [] },
          otherApps: [{ name: 'b', renders: ['Deployment/web'], requiresPruning: 'all' }],
          logs: { web: 'one\n\u001b[31mtwo\u001b[0m' },
          pods: [{ name: 'web-0', reason: 'OOMKilled', restarts: 3 }],
          events: [{ reason: 'BackOff', message: 'x', involvedObject: { kind: 'Pod', name: 'web-0' } }],
          audit: [
            { verb: 'delete', user: 'jane', at: '2026-01-01T00:00:00Z' },
            { verb: 'patch', user: 'joe' },
          ],
          argocdDiff: '===== apps/Deployment shop/web ======\n',
          storageClass: null,
          argocdCm: {
            'application.resourceTrackingMethod': 'label',
            'resource.exclusions': '- apiGroups: [cilium.io]\n  kinds: [CiliumIdentity]\n',
          },
        },
      }),
      'x',
    );
    expect(observation.instance).toEqual({
      trackingMethod: 'label',
      exclusions: [{ groups: ['cilium.io'], kinds: ['CiliumIdentity'] }],
    });
    expect(observation.runtime).toMatchObject({
      logLines: ['one', 'two'],
      storageClass: null,
      pods: [{ reason: 'OOMKilled' }],
      events: [{ object: 'Pod/web-0' }],
    });
    expect(observation.resources[0]?.facts).toMatchObject({
      autoscalers: [{ kind: 'HorizontalPodAutoscaler' }, { kind: 'ScaledObject', target: { name: 'web' } }],
      webhooks: [{ name: 'inject.example.com', rules: [] }],
      references: [{ kind: 'pods', name: 'web-0' }],
      otherApps: [{ name: 'b', rendersIt: true, everythingWantsPruning: true }],
      deletions: [{ by: 'jane' }],
      auditedWrites: [{ by: 'joe' }],
      shownDiff: '',
    });
  });

  it('tells "not looked at" from "nothing there"', () => {
    const facts = (context: object) =>
      parseCase(JSON.stringify({ ...minimal, context }), 'x').observation.resources[0]?.facts;
    expect(facts({})).toEqual({});
    expect(facts({ hpa: null, otherApps: [], gitHistory: [] })).toEqual({
      autoscalers: [],
      otherApps: [],
      commits: [],
    });
  });

  it('survives odd shapes everywhere', () => {
    const odd = [null, 1, 'x', [], {}, [[]], [null, 1]];
    for (const value of odd) {
      const context = Object.fromEntries(
        [
          'hpa',
          'pods',
          'events',
          'logs',
          'otherApps',
          'references',
          'renders',
          'crdSchema',
          'audit',
          'rollouts',
          'statefulSet',
          'argocdCm',
          'mutatingWebhooks',
          'argocdInstances',
          'history',
          'storageClass',
          'gitManifest',
        ].map((key) => [key, value]),
      );
      expect(() => parseCase(JSON.stringify({ ...minimal, context }), 'x')).not.toThrow();
    }
  });

  it('masks secrets on entry, in manifests, messages, logs and events', () => {
    const canary = 'canary-9c1e-VALUE';
    const { observation } = parseCase(
      JSON.stringify({
        application: {
          ...minimal.application,
          status: {
            conditions: [{ type: 'SyncError', message: `token=${canary}` }],
            operationState: { phase: 'Failed', message: `https://u:${canary}@git` },
          },
        },
        resource: { kind: 'Secret', name: 's' },
        target: { apiVersion: 'v1', kind: 'Secret', data: { a: canary } },
        live: { apiVersion: 'v1', kind: 'Secret', stringData: { a: canary } },
        context: {
          logs: `password: ${canary}`,
          events: [{ reason: 'x', message: `Bearer ${canary}` }],
          pods: [{ name: 'p', message: `api_key=${canary}` }],
          gitManifest: { data: { password: canary } },
        },
      }),
      'x',
    );
    expect(JSON.stringify(observation)).not.toContain(canary);
  });
});

describe('a manifest pair', () => {
  const yaml = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}\n';

  it('is read from YAML or JSON; an empty file means that side has nothing', () => {
    const { observation } = parsePair({ target: '', live: yaml, crd: undefined, name: 'web' });
    expect(observation.resources[0]).toMatchObject({
      ref: { group: 'apps', kind: 'Deployment', name: 'web' },
      target: null,
      requiresPruning: true,
    });
    expect(observation.notObserved).toHaveLength(1);
  });

  it.each([
    ['a: [', yaml, /--target is not YAML/],
    [yaml, '--- \na: 1\n---\nb: 2\n', /--live holds 2 YAML documents/],
    ['just text', yaml, /--target holds no object/],
    ['', '', /neither/],
    ['a: 1', 'b: 2', /neither/],
  ])('%j and %j get one sentence', (target, live, message) => {
    expect(messageOf(() => parsePair({ target, live, crd: undefined, name: 'x' }))).toMatch(message);
  });

  it('takes defaults from a CRD', () => {
    const crd =
      'kind: CustomResourceDefinition\nspec: {versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {properties: {a: {default: 1}}}}}}}]}\n';
    expect(
      parsePair({ target: yaml, live: yaml, crd, name: 'x' }).observation.resources[0]?.facts.schema,
    ).toBeDefined();
    expect(messageOf(() => parsePair({ target: yaml, live: yaml, crd: 'kind: X', name: 'x' }))).toMatch(/no schema/);
  });
});
