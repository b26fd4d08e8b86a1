import { type Manifest, objectAt } from '../../src/core/model/json.ts';
import { isCustomResourceDefinition } from '../../src/core/model/resource-ref.ts';
import type { ObjectKey } from '../cluster/types.ts';
import { annotationOf } from './annotations.ts';
import { keyOfManifest } from './object-key.ts';

/* Annotation tracking (docs/facts.md#tracking). CRDs never get a tracking id. */

const TRACKING_ID = 'argocd.argoproj.io/tracking-id';

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
  return trackingOf(manifest)?.instance;
}

/** The id was made for this very object; a copied one gives no status and is never pruned. */
export function isSelfReferenced(manifest: Manifest, { group, kind, namespace, name }: ObjectKey): boolean {
  const tracked = trackingOf(manifest);
  if (!tracked) return true;
  const isHere = namespace === '' || tracked.namespace === namespace;
  return isHere && tracked.group === group && tracked.kind === kind && tracked.name === name;
}

/** `<instance>:<group>/<kind>:<namespace>/<name>`: split at colons, three parts at most, the last two at their one slash. */
function trackingOf(manifest: Manifest): (ObjectKey & { readonly instance: string }) | undefined {
  const [instance = '', type = '', ...rest] = (annotationOf(manifest, TRACKING_ID) ?? '').split(':');
  const [group, kind, ...moreType] = type.split('/');
  const [namespace, name, ...morePlace] = rest.join(':').split('/');
  if (group === undefined || kind === undefined || namespace === undefined || name === undefined) return undefined;
  return moreType.length + morePlace.length > 0 ? undefined : { instance, group, kind, namespace, name };
}
