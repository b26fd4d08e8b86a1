import { at, type Json, type JsonObject, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { goJson } from '../go-json.ts';
import { keyOfManifest } from '../object-key.ts';
import { managedResource, maskedManifest, plain, withResourceHealth } from './app-view.ts';
import { GrpcError, invalidArgument } from './errors.ts';
import { listedApp, selected } from './fields.ts';
import { findApp, isVisible } from './find-app.ts';
import { type Call, needSession, type Route } from './http.ts';

/* Reading applications (docs/facts.md#reading-apps). */

const APP = '/api/v1/applications/(?<name>[^/]+)';

export const applicationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/api\/v1\/applications$/,
    handle(call) {
      needSession(call);
      const { backend, query } = call;
      const apps = backend
        .apps()
        .filter((app) => isVisible(call, app))
        .toSorted((a, b) => (keyOfManifest(a).name < keyOfManifest(b).name ? -1 : 1));
      const metadata = { resourceVersion: backend.resourceVersion() };
      const fields = query.get('fields');
      if (fields) {
        // an empty Go slice that was never made is null
        const items = apps.length === 0 ? null : apps.map((app) => listedApp(app, fields, backend.version));
        return { json: { items, metadata } };
      }
      return { json: { metadata, items: apps.map(plain) } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}$`),
    async handle(call) {
      const { id } = findApp(call);
      const refresh = call.query.get('refresh');
      if (refresh) await call.backend.refresh(id, refresh === 'hard');
      return { json: withResourceHealth(findApp(call).app, call.backend) };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/managed-resources$`),
    handle(call) {
      const { id, app } = findApp(call);
      const broken = listAt(app, 'status', 'conditions').find((condition) =>
        /^(ComparisonError|InvalidSpecError)$/.test(stringAt(condition, 'type') ?? ''),
      );
      const items = call.backend.managedResources(id);
      if (broken && items.length === 0)
        throw new GrpcError(2, `error getting cached app managed resources: ${stringAt(broken, 'message') ?? ''}`);
      const wanted = ['group', 'kind', 'namespace', 'name'] as const;
      const found = items.filter(({ key }) =>
        wanted.every((field) => !call.query.get(field) || call.query.get(field) === key[field]),
      );
      return {
        json: selected(
          found.length === 0 ? {} : { items: found.map(managedResource) },
          call.query.get('fields') ?? undefined,
        ),
      };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/resource-tree$`),
    handle(call) {
      const nodes = call.backend.tree(findApp(call).id);
      return { json: nodes.length === 0 ? {} : { nodes } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/events$`),
    handle(call) {
      const { id } = findApp(call);
      const [name, namespace, uid] = ['resourceName', 'resourceNamespace', 'resourceUID'].map(
        (key) => call.query.get(key) ?? '',
      );
      const isOfResource = Boolean(name || namespace || uid);
      if (isOfResource) {
        const node = call.backend
          .tree(id)
          .find((entry) => entry.uid === uid && entry.name === name && (entry.namespace ?? '') === namespace);
        if (!node) throw invalidArgument(`${name} not found as part of application ${id.name}`);
      }
      const items = call.backend.events(id, isOfResource ? (uid ?? '') : undefined);
      return { json: { metadata: { resourceVersion: call.backend.resourceVersion() }, items: items.map(plain) } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/manifests$`),
    async handle(call) {
      const { id } = findApp(call);
      const revision = call.query.get('revision');
      const manifests = await call.backend
        .manifests(id, { ...(revision ? { revision } : {}), fresh: call.query.get('noCache') === 'true' })
        .catch((error: unknown) => {
          throw new GrpcError(2, error instanceof Error ? error.message : String(error));
        });
      return { json: { manifests: manifests.map((manifest) => goJson(maskedManifest(manifest))) } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/syncwindows$`),
    handle(call) {
      const { active, assigned, canSync } = call.backend.windows(findApp(call).id);
      return {
        json: {
          ...(active.length === 0 ? {} : { activeWindows: active.map(shortWindow) }),
          ...(assigned.length === 0 ? {} : { assignedWindows: assigned.map(shortWindow) }),
          ...(canSync(true) ? { canSync: true } : {}),
        },
      };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/revisions/(?<revision>[^/]+)/metadata$`),
    async handle(call) {
      const commit = await call.backend.describe(findApp(call).id, call.params.revision ?? '');
      if (!commit)
        throw new GrpcError(2, 'rpc error: code = Internal desc = failed to get revision metadata: unknown revision');
      return { json: { author: commit.author, date: commit.date, message: commit.message } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/resource$`),
    handle(call) {
      const manifest = liveResource(call, findApp(call).id);
      return { json: { manifest: goJson(maskedManifest(manifest)) } };
    },
  },
];

/** The time zone, description and globs of a window are in the AppProject only. */
function shortWindow(window: Json): JsonObject {
  return {
    kind: stringAt(window, 'kind') ?? '',
    schedule: stringAt(window, 'schedule') ?? '',
    duration: stringAt(window, 'duration') ?? '',
    ...(at(window, 'manualSync') === true ? { manualSync: true } : {}),
  };
}

/** The live object named by the query; it must be part of the app's tree. */
export function liveResource(
  call: Call,
  id: { readonly namespace: string; readonly name: string },
  body: Json = {},
): Manifest {
  const read = (field: string): string => call.query.get(field) || stringAt(body, field) || '';
  const key = { group: read('group'), kind: read('kind'), namespace: read('namespace'), name: read('resourceName') };
  const isInTree = call.backend
    .tree(id)
    .some(
      (node) =>
        (node.group ?? '') === key.group &&
        node.kind === key.kind &&
        (node.namespace ?? '') === key.namespace &&
        node.name === key.name &&
        node.uid,
    );
  const live = isInTree ? call.backend.cluster(id)?.get(key) : undefined;
  if (!live) throw invalidArgument(`${key.kind} ${key.group} ${key.name} not found as part of application ${id.name}`);
  return live;
}
