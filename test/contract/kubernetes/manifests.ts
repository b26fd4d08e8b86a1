import type { JsonObject, Manifest } from '../../../src/core/model/json.ts';
import type { ResourceRef } from '../../../src/core/model/resource-ref.ts';

/** A Deployment's spec whose pods use a ConfigMap, a Secret and a ServiceAccount of one name; `none` = none. */
export function settingsUser(app: string, used: string, replicas: number): JsonObject {
  const labels = { app };
  const uses = {
    serviceAccountName: used,
    volumes: [
      { name: 'settings', configMap: { name: used } },
      { name: 'keys', secret: { secretName: used } },
    ],
  };
  return {
    replicas,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [{ name: 'main', image: 'main:1' }],
        ...(used === 'none' ? {} : uses),
      },
    },
  };
}

/** Out of memory, over and over. Bound to no node, so that nothing else writes its status. */
export function crashingPod(): Readonly<Record<'spec' | 'status', JsonObject>> {
  return {
    spec: {
      schedulerName: 'nobody',
      containers: [{ name: 'main', image: 'main:1' }],
    },
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'main',
          image: 'main:1',
          imageID: '',
          ready: false,
          restartCount: 1154,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
          lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
        },
      ],
    },
  };
}

/** A custom kind whose `spec.size` has a default. */
export function widgetDefinition(group: string): {
  readonly crd: Manifest;
  readonly ref: ResourceRef;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
} {
  const name = `widgets.${group}`;
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } },
  };
  return {
    kind: { group, version: 'v1', kind: 'Widget' },
    ref: { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', namespace: '', name },
    crd: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    },
  };
}
