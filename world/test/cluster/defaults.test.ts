import { describe, expect, it } from 'vitest';
import { at, type Json, type Manifest } from '../../../src/core/model/json.ts';
import { canonicalQuantity } from '../../cluster/typing/canonical-quantity.ts';
import { aCluster, aDeployment, aWidget, ownersOfField, WIDGET, WIDGETS } from './cluster.ts';

function created(kind: string, apiVersion: string, body: Manifest): Manifest {
  const { model } = aCluster();
  return model.create({ apiVersion, kind, metadata: { name: 'x', namespace: 'shop' }, ...body }, { manager: 'test' });
}

describe('built-in kinds', () => {
  it('are filled in as the API server does it', () => {
    const { model } = aCluster();
    expect(model.create(aDeployment(), { manager: 'test' }).spec).toEqual({
      progressDeadlineSeconds: 600,
      replicas: 1,
      revisionHistoryLimit: 10,
      selector: { matchLabels: { app: 'web' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'web',
              image: 'web:1',
              imagePullPolicy: 'IfNotPresent',
              resources: {},
              terminationMessagePath: '/dev/termination-log',
              terminationMessagePolicy: 'File',
            },
          ],
          dnsPolicy: 'ClusterFirst',
          restartPolicy: 'Always',
          schedulerName: 'default-scheduler',
          securityContext: {},
          terminationGracePeriodSeconds: 30,
        },
      },
    });
  });

  it.each<[string, Manifest, string, Json | undefined]>([
    ['no rolling update for Recreate', { strategy: { type: 'Recreate' } }, 'strategy', { type: 'Recreate' }],
    ['replicas of zero stay', { replicas: 0 }, 'replicas', 0],
    ['a zero that is omitted when empty goes', { minReadySeconds: 0 }, 'minReadySeconds', undefined],
    ['null is the default', { replicas: null }, 'replicas', 1],
  ])('%s', (_, spec, field, expected) => {
    const { model } = aCluster();
    expect(at(model.create(aDeployment(spec), { manager: 'test' }), 'spec', field)).toEqual(expected);
  });

  it('choose defaults by other fields', () => {
    const container = (image: string): Json | undefined => {
      const { model } = aCluster();
      const [first] = at(
        model.create(aDeployment({}, image), { manager: 'test' }),
        'spec',
        'template',
        'spec',
        'containers',
      ) as readonly Json[];
      return at(first, 'imagePullPolicy');
    };
    expect(['web', 'web:latest', 'web:1', 'registry:5000/web'].map(container)).toEqual([
      'Always',
      'Always',
      'IfNotPresent',
      'Always',
    ]);
  });

  it('get addresses handed out, each Service its own', () => {
    const { model } = aCluster();
    const addresses = ['a', 'b'].map((name) => {
      const service = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name, namespace: 'shop' },
        spec: { ports: [{ port: 80 }] },
      };
      return at(model.create(service, { manager: 'test' }), 'spec', 'clusterIP');
    });
    expect(new Set(addresses).size).toBe(2);
  });

  it('keep a Secret as data', () => {
    expect(created('Secret', 'v1', { stringData: { a: 'text' } })).toMatchObject({
      data: { a: 'dGV4dA==' },
      type: 'Opaque',
    });
    expect(created('Secret', 'v1', { stringData: { a: 'text' } })).not.toHaveProperty('stringData');
  });

  it('let a Job select its pods by its uid', () => {
    const job = created('Job', 'batch/v1', {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a:1' }] } } },
    });
    expect(at(job, 'spec', 'selector')).toEqual({
      matchLabels: { 'batch.kubernetes.io/controller-uid': at(job, 'metadata', 'uid') },
    });
    expect(at(job, 'spec', 'template', 'metadata', 'labels', 'job-name')).toBe('x');
  });
});

describe('quantities', () => {
  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    [0.1, '100m'],
    [2, '2'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['134217728', '134217728'],
    ['1000', '1k'],
    ['1e3', '1e3'],
    ['0', '0'],
    ['not one', 'not one'],
  ])('%s is written as %s', (stated, written) => {
    expect(canonicalQuantity(stated)).toBe(written);
  });
});

describe('a default that a new schema brings', () => {
  const CRD = {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    namespace: '',
    name: 'widgets.example.com',
  };
  const upgraded = (definition: Manifest): Manifest =>
    JSON.parse(
      JSON.stringify(definition).replace('"mode":{', '"finish":{"type":"string","default":"Matt"},"mode":{'),
    ) as Manifest;

  it('shows in stored objects at once, without a new version, and belongs to nobody', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'helm' });
    const before = model.create(aWidget({ mode: 'Fast' }), { manager: 'kubectl-create' });
    const heard: string[] = [];
    model.watch(({ object }) => heard.push(String(object.kind)));
    model.update(upgraded(model.get(CRD) ?? {}), { manager: 'helm' });
    const after = model.get(WIDGET);
    expect(at(after, 'spec', 'finish')).toBe('Matt');
    expect(at(after, 'metadata', 'resourceVersion')).toBe(at(before, 'metadata', 'resourceVersion'));
    expect(heard).toEqual(['CustomResourceDefinition']);
    model.mergePatch(WIDGET, { status: { phase: 'Ready' } }, { manager: 'operator', subresource: 'status' });
    expect(ownersOfField(model.get(WIDGET), 'f:spec f:finish')).toEqual([]);
  });
});
