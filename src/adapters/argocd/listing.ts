import { hash } from 'node:crypto';
import { defined } from '../../core/model/defined.ts';
import { isObject, type Json, type JsonObject } from '../../core/model/json.ts';
import { appNotices } from '../../core/scan/app-notices.ts';
import { isListedAsDrifting, type ListedResource, SKIP_RECONCILE } from '../../core/scan/listed-app.ts';
import type { AppListing } from '../../ports/argocd.ts';
import { mapAutoSync, mapDeletion, mapRef, mapRevisions } from './map.ts';
import type { ListedApplication } from './schema.ts';

/**
 * Argo CD answers only what its release has on a white list and drops the rest in silence: 3.2 lacks the revision, none
 * has conditions. `items.spec` as a whole, because with one of its parts beside it the answer depends on Go's map order
 * (docs/facts.md#fields).
 */
export const LIST_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.annotations',
  'metadata.labels',
  'metadata.creationTimestamp',
  'metadata.deletionTimestamp',
  'spec',
  'operation.sync',
  'status.sync.status',
  'status.sync.revision',
  'status.health',
  'status.resources',
  'status.operationState.phase',
  'status.operationState.startedAt',
  'status.operationState.finishedAt',
]
  .map((field) => `items.${field}`)
  .join(',');

/** Written by Argo CD itself at every turn; they say nothing about the app. */
const VOLATILE_ANNOTATIONS = new Set([
  'argocd.argoproj.io/refresh',
  'argocd.argoproj.io/hydrate',
  'notified.notifications.argoproj.io',
]);

/** Free texts are left out, so nothing needs masking. */
export function mapListing(application: ListedApplication, server: string): AppListing {
  const { metadata, spec, status } = application;
  const resources = status.resources.map(mapListedResource);
  // types alone: messages are free texts
  const notices = appNotices({
    conditions: status.conditions.map(({ type }) => ({ type })),
    ...defined({ deletion: mapDeletion(metadata) }),
  });
  return {
    ref: mapRef(metadata, { server }),
    project: spec.project,
    labels: metadata.labels ?? {},
    annotations: defined({ [SKIP_RECONCILE]: metadata.annotations?.[SKIP_RECONCILE] }),
    sync: { status: status.sync.status || 'Unknown', revisions: mapRevisions(status.sync) },
    health: { status: status.health.status || 'Unknown' },
    autoSync: mapAutoSync(spec.syncPolicy?.automated),
    destination: defined(spec.destination),
    ...defined({ reconciledAt: status.reconciledAt }),
    drifting: resources
      .filter(isListedAsDrifting)
      .map(({ group, kind, namespace, name }) => ({ group, kind, namespace, name })),
    ...(notices.length === 0 ? {} : { notices }),
    identity: identityOf(application),
    resources,
  };
}

function mapListedResource(resource: JsonObject): ListedResource {
  const { status } = resource;
  return {
    group: textOf(resource.group),
    kind: textOf(resource.kind),
    namespace: textOf(resource.namespace),
    name: textOf(resource.name),
    requiresPruning: resource.requiresPruning === true,
    ...(typeof status === 'string' && status !== '' ? { status } : {}),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Of all that a scan reads but the time of the last comparison, which moves every few minutes. */
function identityOf({ metadata, status, ...rest }: ListedApplication): string {
  const { reconciledAt: _, resources, ...state } = status;
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !VOLATILE_ANNOTATIONS.has(key));
  const lines = resources.map(
    ({ group, kind, namespace, name, version, status: sync, health, requiresPruning, hook }) =>
      `${textOf(group)}/${textOf(kind)}/${textOf(namespace)}/${textOf(name)}/${textOf(version)}/${textOf(sync)}` +
      `/${requiresPruning === true}/${hook === true}/${isObject(health) ? JSON.stringify(health) : ''}`,
  );
  const texts = [JSON.stringify([{ ...metadata, annotations }, state, rest]), ...lines];
  return hash('sha256', texts.join('\n'), 'base64url');
}
