import { makeDiscovery } from '../../../../src/adapters/kubernetes/discovery.ts';
import { makeObjects } from '../../../../src/adapters/kubernetes/objects.ts';
import { makeReader } from '../../../../src/adapters/kubernetes/reader.ts';
import { makeSchemas } from '../../../../src/adapters/kubernetes/schemas.ts';
import { makeWriter } from '../../../../src/adapters/kubernetes/writer.ts';
import type { Json } from '../../../../src/core/model/json.ts';
import type { ClusterReader, ClusterWriter } from '../../../../src/ports/cluster.ts';
import { type Answer, type ApiServer, anApi, type Seen, startApiServer, UNKNOWN_PATH } from './api-server.ts';

export interface World {
  readonly server: ApiServer;
  readonly reader: ClusterReader;
  readonly writer: ClusterWriter;
  readonly clock: { now: number };
}

const KINDS: Readonly<Record<string, readonly (readonly [plural: string, kind: string, namespaced: boolean])[]>> = {
  '/api/v1': [
    ['pods', 'Pod', true],
    ['events', 'Event', true],
    ['configmaps', 'ConfigMap', true],
    ['services', 'Service', true],
    ['persistentvolumeclaims', 'PersistentVolumeClaim', true],
    ['replicationcontrollers', 'ReplicationController', true],
  ],
  '/apis/apps/v1': [
    ['deployments', 'Deployment', true],
    ['statefulsets', 'StatefulSet', true],
    ['daemonsets', 'DaemonSet', true],
    ['replicasets', 'ReplicaSet', true],
  ],
  '/apis/batch/v1': [
    ['jobs', 'Job', true],
    ['cronjobs', 'CronJob', true],
  ],
  '/apis/autoscaling/v2': [['horizontalpodautoscalers', 'HorizontalPodAutoscaler', true]],
  '/apis/rbac.authorization.k8s.io/v1': [
    ['rolebindings', 'RoleBinding', true],
    ['clusterroles', 'ClusterRole', false],
    ['clusterrolebindings', 'ClusterRoleBinding', false],
  ],
  '/apis/example.com/v1': [['widgets', 'Widget', true]],
};

/** An API server with a few kinds; lists are empty and objects absent unless the test says otherwise. */
export async function aWorld(answer: (request: Seen, nth: number) => Answer | undefined): Promise<World> {
  const server = await startApiServer((request, nth) => answer(request, nth) ?? ordinary(request.path));
  const clock = { now: Date.parse('2026-11-16T12:00:00Z') };
  const now = () => clock.now;
  const api = anApi(server.url);
  const discovery = makeDiscovery(api, now);
  const objects = makeObjects(api, discovery);
  const schemas = makeSchemas(api, discovery, now);
  return {
    server,
    clock,
    reader: makeReader({ api, discovery, objects, schemas, now }),
    writer: makeWriter(api, objects),
  };
}

export function list(...items: readonly Json[]): Answer {
  return { json: { metadata: {}, items } };
}

function ordinary(path: string): Answer {
  const kinds = KINDS[path];
  if (kinds) return { json: { resources: kinds.map(([name, kind, namespaced]) => ({ name, kind, namespaced })) } };
  const [, group] = /^\/apis\/([^/]+)$/.exec(path) ?? [];
  const served = Object.keys(KINDS).find((known) => group !== undefined && known.startsWith(`/apis/${group}/`));
  if (served) return { json: { versions: [{ version: served.slice(served.lastIndexOf('/') + 1) }] } };
  const isKnown = Object.keys(KINDS).some((known) => path.startsWith(`${known}/`));
  return isKnown ? list() : UNKNOWN_PATH;
}
