import { parseTrackingId, TRACKING_ID } from '../../src/core/drift/tracking.ts';
import { type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { isCustomResourceDefinition } from '../../src/core/model/resource-ref.ts';
import type { ObjectKey } from '../cluster/types.ts';
import { keyOfManifest } from './object-key.ts';

/* Annotation tracking (docs/facts.md#tracking). */

/** `name`, or `<namespace>_<name>` for an app outside Argo CD's own namespace. */
export function instanceName(app: { readonly namespace: string; readonly name: string }, home: string): string {
  return app.namespace === home ? app.name : `${app.namespace}_${app.name}`;
}

/** A cluster-scoped object gets the app's destination namespace into its id; matching ignores it. */
export function stamped(manifest: Manifest, instance: string, destinationNamespace: string): Manifest {
  const key = keyOfManifest(manifest);
  if (isCustomResourceDefinition(key)) return manifest;
  const namespace = key.namespace === '' ? destinationNamespace : key.namespace;
  const id = `${instance}:${key.group}/${key.kind}:${namespace}/${key.name}`;
  const metadata = objectAt(manifest, 'metadata');
  return {
    ...manifest,
    metadata: { ...metadata, annotations: { ...objectAt(metadata, 'annotations'), [TRACKING_ID]: id } },
  };
}

export function withoutTrackingId(manifest: Manifest): Manifest {
  const metadata = objectAt(manifest, 'metadata');
  const { [TRACKING_ID]: _, ...annotations } = objectAt(metadata, 'annotations');
  const { annotations: __, ...rest } = metadata;
  return { ...manifest, metadata: { ...rest, ...(Object.keys(annotations).length === 0 ? {} : { annotations }) } };
}

export function trackingInstance(manifest: Manifest): string | undefined {
  return parseTrackingId(trackingIdOf(manifest))?.app;
}

/** The id was made for this very object; a copied one gives no status and is never pruned. */
export function isSelfReferenced(manifest: Manifest, key: ObjectKey): boolean {
  const id = parseTrackingId(trackingIdOf(manifest));
  if (!id) return true;
  return (
    id.group === key.group &&
    id.kind === key.kind &&
    id.name === key.name &&
    (key.namespace === '' || id.namespace === key.namespace)
  );
}

function trackingIdOf(manifest: Manifest): string | undefined {
  return stringAt(manifest, 'metadata', 'annotations', TRACKING_ID);
}
