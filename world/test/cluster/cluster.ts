import { at, isObject, type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { makeClusterModel } from '../../cluster/cluster-model.ts';
import type { ClusterModel, ObjectKey, WorldClock } from '../../cluster/types.ts';

export const START = '2026-03-02T09:00:00Z';

export interface TestClock extends WorldClock {
  pass(seconds: number): void;
}

export function aClock(): TestClock {
  let time = Date.parse(START);
  return {
    now: () => new Date(time),
    pass(seconds) {
      time += seconds * 1000;
    },
  };
}

export interface TestCluster {
  readonly model: ClusterModel;
  readonly clock: TestClock;
}

/** A cluster with the namespace `shop`. */
export function aCluster(): TestCluster {
  const clock = aClock();
  const model = makeClusterModel({ server: 'https://cluster.example.com', clock });
  model.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, { manager: 'test' });
  return { model, clock };
}

export function aDeployment(spec: Manifest = {}, image = 'web:1'): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
      ...spec,
    },
  };
}

export function aConfigMap(data: Manifest, name = 'config'): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data };
}

export const DEPLOYMENT: ObjectKey = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
export const CONFIG: ObjectKey = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'config' };

/** fieldsV1 by manager, `name` or `name/subresource`. */
export function ownersOf(object: Manifest | undefined): Readonly<Record<string, Json>> {
  const entries = listAt(object, 'metadata', 'managedFields').map((entry): readonly [string, Json] => {
    const subresource = stringAt(entry, 'subresource');
    const name = `${stringAt(entry, 'manager')}${subresource ? `/${subresource}` : ''}`;
    return [name, at(entry, 'fieldsV1') ?? null];
  });
  return Object.fromEntries(entries);
}

/** Managers that own the field at a FieldsV1 path, such as `f:spec f:replicas`. */
export function ownersOfField(object: Manifest | undefined, path: string): readonly string[] {
  return Object.entries(ownersOf(object)).flatMap(([name, fields]) =>
    isObject(at(fields, ...path.split(' '))) ? [name] : [],
  );
}

/** Code and message of the refusal; fails when there is none. */
export function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return isRefusal(error) ? `${error.code} ${error.reason}: ${error.message}` : String(error);
  }
  return 'not refused';
}

function isRefusal(error: unknown): error is { code: number; reason: string; message: string } {
  return error instanceof Error && 'code' in error && 'reason' in error;
}

export const WIDGETS: Manifest = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', default: 1 },
                  mode: { type: 'string', enum: ['Fast', 'Slow'] },
                  limits: { type: 'object', default: {}, properties: { burst: { type: 'integer', default: 5 } } },
                  parts: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: { type: 'object', properties: { name: { type: 'string' }, weight: { type: 'integer' } } },
                  },
                  plain: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
                },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

export function aWidget(spec: Manifest): Manifest {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'shop' }, spec };
}

export const WIDGET: ObjectKey = { group: 'example.com', kind: 'Widget', namespace: 'shop', name: 'one' };
