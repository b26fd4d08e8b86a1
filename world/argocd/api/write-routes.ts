import { defined } from '../../../src/core/model/defined.ts';
import { isEqual } from '../../../src/core/model/equal.ts';
import {
  at,
  isList,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import { resolve } from '../../../src/core/model/pointer.ts';
import { ApiStatusError } from '../../cluster/types.ts';
import { readAppSpec, textsOf } from '../app-spec.ts';
import { editedManifest } from '../edited-manifest.ts';
import { goJson } from '../go-json.ts';
import { keyOfManifest } from '../object-key.ts';
import { maskedManifest, withResourceHealth } from './app-view.ts';
import { liveResource } from './application-routes.ts';
import { failedPrecondition, GrpcError, invalidArgument } from './errors.ts';
import { type FoundApp, findApp } from './find-app.ts';
import { type Call, jsonBody, needSession, type Route } from './http.ts';
import { actionsFor, patchFor } from './resource-actions.ts';

/* Writing (docs/facts.md#operations). */

const APP = '/api/v1/applications/(?<name>[^/]+)';
const MANAGER = 'argocd-server';

export const writeRoutes: readonly Route[] = [
  { method: 'POST', path: new RegExp(`^${APP}/sync$`), handle: sync },
  { method: 'POST', path: new RegExp(`^${APP}/rollback$`), handle: rollback },
  {
    method: 'DELETE',
    path: new RegExp(`^${APP}/operation$`),
    handle(call) {
      const { id, app, object } = findApp(call);
      needSession(call).need('applications', 'sync', object);
      if (at(app, 'operation') === undefined || at(app, 'status', 'operationState') === undefined) {
        throw invalidArgument('Unable to terminate operation. No operation is in progress');
      }
      call.backend.terminate(id);
      return { json: {} };
    },
  },
  {
    method: 'DELETE',
    path: new RegExp(`^${APP}/resource$`),
    handle(call) {
      const { id, object } = findApp(call);
      const live = liveResource(call, id);
      const key = keyOfManifest(live);
      needSession(call).need('applications', `delete/${key.group}/${key.kind}/${key.namespace}/${key.name}`, object);
      call.backend.cluster(id)?.delete(key, { propagation: propagationOf(call) });
      return { json: {} };
    },
  },
  {
    method: 'POST',
    path: new RegExp(`^${APP}/resource$`),
    handle(call) {
      const { id, object } = findApp(call);
      const live = liveResource(call, id);
      const key = keyOfManifest(live);
      needSession(call).need('applications', `update/${key.group}/${key.kind}/${key.namespace}/${key.name}`, object);
      const patched = writePatch(call, id, live);
      return { json: { manifest: goJson(maskedManifest(patched)) } };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^${APP}/resource/actions$`),
    handle(call) {
      const live = liveResource(call, findApp(call).id);
      const actions = actionsFor(keyOfManifest(live)).map((name) => ({ name }));
      return { json: actions.length === 0 ? {} : { actions } };
    },
  },
  {
    method: 'POST',
    path: new RegExp(`^${APP}/resource/actions$`),
    handle(call) {
      const action = jsonBody(call);
      return runAction(call, findApp(call), typeof action === 'string' ? action : '', {});
    },
  },
  {
    method: 'POST',
    path: new RegExp(`^${APP}/resource/actions/v2$`),
    handle(call) {
      const body = jsonBody(call);
      return runAction(call, findApp(call, body), stringAt(body, 'action') ?? '', body);
    },
  },
];

/** Foreground unless asked otherwise; `force` also spares the grace period, which nothing here has. */
function propagationOf({ query }: Call): 'Background' | 'Foreground' | 'Orphan' {
  if (query.get('orphan') === 'true') return 'Orphan';
  return query.get('force') === 'true' ? 'Background' : 'Foreground';
}

function sync(call: Call) {
  const body = jsonBody(call);
  const { id, app, object } = findApp(call, body);
  const session = needSession(call);
  session.need('applications', 'sync', object);
  if (!call.backend.windows(id).canSync(true)) throw blockedByWindow();
  if (at(app, 'metadata', 'deletionTimestamp') !== undefined) throw failedPrecondition('application is deleting');
  const spec = readAppSpec(app);
  const revision = stringAt(body, 'revision') || spec.targetRevision;
  const isDryRun = at(body, 'dryRun') === true;
  if (spec.automated && !isDryRun && stringAt(body, 'revision') && revision !== spec.targetRevision) {
    throw failedPrecondition(`Cannot sync to ${revision}: auto-sync currently set to ${spec.targetRevision}`);
  }
  const options = at(body, 'syncOptions', 'items');
  const infos = listAt(body, 'infos');
  const strategy = at(body, 'strategy');
  const resources = listAt(body, 'resources');
  start(
    call,
    { id, app, object },
    {
      sync: {
        revision,
        ...(at(body, 'prune') === true ? { prune: true } : {}),
        ...(isDryRun ? { dryRun: true } : {}),
        ...defined({ syncStrategy: strategy }),
        ...(resources.length === 0 ? {} : { resources }),
        // what is sent replaces the app's own options, it is not added to them
        syncOptions: isList(options) ? textsOf(options) : spec.syncOptions,
      },
      initiatedBy: { username: session.username },
      ...(infos.length === 0 ? {} : { info: infos }),
      retry: objectAt(body, 'retryStrategy'),
    },
  );
  return answered(call, id);
}

/** A window answers 403 although it is no matter of permission. */
function blockedByWindow(): GrpcError {
  return new GrpcError(7, 'cannot sync: blocked by sync window');
}

function rollback(call: Call) {
  const body = jsonBody(call);
  const found = findApp(call, body);
  const session = needSession(call);
  session.need('applications', 'sync', found.object);
  if (readAppSpec(found.app).automated)
    throw failedPrecondition('rollback cannot be initiated when auto-sync is enabled');
  const entry = listAt(found.app, 'status', 'history').find((item) => at(item, 'id') === at(body, 'id'));
  if (!entry)
    throw invalidArgument(`application ${found.id.name} does not have deployment with id ${String(at(body, 'id'))}`);
  start(call, found, {
    sync: {
      revision: stringAt(entry, 'revision') ?? '',
      ...(at(body, 'prune') === true ? { prune: true } : {}),
      ...(at(body, 'dryRun') === true ? { dryRun: true } : {}),
      syncStrategy: { apply: {} },
      syncOptions: readAppSpec(found.app).syncOptions,
      ...(at(entry, 'source') === undefined ? {} : { source: at(entry, 'source') ?? null }),
    },
    initiatedBy: { username: session.username },
  });
  return answered(call, found.id);
}

function start(call: Call, { id, app }: FoundApp, operation: JsonObject): void {
  if (at(app, 'operation') !== undefined) throw failedPrecondition('another operation is already in progress');
  call.backend.requestOperation(id, operation);
}

function answered(call: Call, id: FoundApp['id']) {
  return { json: withResourceHealth(call.backend.app(id) ?? {}, call.backend) };
}

function runAction(call: Call, { id, object }: FoundApp, action: string, body: Json) {
  const live = liveResource(call, id, body);
  const key = keyOfManifest(live);
  needSession(call).need('applications', `action/${key.group}/${key.kind}/${action}`, object);
  const patch = patchFor(action, live, listAt(body, 'resourceActionParameters'), call.backend.now());
  if (patch === undefined) throw invalidArgument(`action ${action} is not available for ${key.kind}`);
  call.backend.cluster(id)?.mergePatch(key, patch, { manager: MANAGER });
  return { json: {} };
}

/** The body is a JSON string that holds the patch. */
function writePatch(call: Call, id: FoundApp['id'], live: Manifest): Manifest {
  const cluster = call.backend.cluster(id);
  const text = jsonBody(call);
  if (!cluster || typeof text !== 'string') throw invalidArgument('patch must be a JSON string');
  try {
    const patch = JSON.parse(text) as Json;
    if (call.query.get('patchType') === 'application/json-patch+json') {
      return cluster.update(jsonPatched(live, isList(patch) ? patch : []), { manager: MANAGER });
    }
    return cluster.mergePatch(keyOfManifest(live), patch, { manager: MANAGER });
  } catch (error) {
    if (error instanceof ApiStatusError)
      throw new GrpcError(error.code === 409 ? 10 : error.code === 404 ? 5 : 3, error.message);
    throw error;
  }
}

function jsonPatched(document: Manifest, operations: readonly Json[]): Manifest {
  return operations.reduce<Manifest>((current, operation) => {
    const pointer = stringAt(operation, 'path') ?? '';
    const verb = stringAt(operation, 'op');
    if (verb === 'test' && !isEqual(resolve(current, pointer), at(operation, 'value'))) {
      throw invalidArgument(`testing path ${pointer} failed`);
    }
    if (verb === 'test') return current;
    return editedManifest(current, [
      { pointer, value: verb === 'remove' ? undefined : (at(operation, 'value') ?? null) },
    ]);
  }, document);
}
