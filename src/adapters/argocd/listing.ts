import { createHash } from 'node:crypto';
import type { AppListing } from '../../ports/argocd.ts';
import { mapListed, type Reading } from './map.ts';
import type { Application } from './schema.ts';

/**
 * Argo CD answers only what its release has on a white list and drops the rest in silence: 3.2 lacks the revision, none
 * has conditions. `items.spec` as a whole, because with one of its parts beside it the answer depends on Go's map order
 * (facts §1.6).
 */
export const LIST_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.annotations',
  'metadata.creationTimestamp',
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

export function mapListing(application: Application, reading: Reading): AppListing {
  const app = mapListed(application, reading);
  return { ref: app.ref, project: app.project, app, identity: identityOf(application) };
}

/** Of what was read, before masking: masks depend on what else was seen. */
function identityOf({ metadata, ...rest }: Application): string {
  const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) => !VOLATILE_ANNOTATIONS.has(key));
  return createHash('sha256')
    .update(JSON.stringify([{ ...metadata, annotations }, rest]))
    .digest('base64url');
}
