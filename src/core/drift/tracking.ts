import type { Manifest } from '../model/json.ts';
import { stringAt } from '../model/json.ts';
import type { AppState, InstanceState } from '../model/observation.ts';
import { isWithin, type Pointer } from '../model/pointer.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import { annotation, labelsOf } from './subject.ts';

/* Argo CD's resource tracking (docs/facts.md#tracking). */

export const TRACKING_ID = 'argocd.argoproj.io/tracking-id';
export const INSTALLATION_ID = 'argocd.argoproj.io/installation-id';
const DEFAULT_INSTANCE_LABEL = 'app.kubernetes.io/instance';

interface TrackingId extends ResourceRef {
  /** `name`, or `<namespace>_<name>` for an app outside Argo CD's own namespace. */
  readonly app: string;
}

/** `<app>:<group>/<kind>:<namespace>/<name>`; undefined when it is not of that form. */
function parseTrackingId(value: string | undefined): TrackingId | undefined {
  const match = /^([^:]+):([^/:]*)\/([^:]+):([^/]*)\/(.+)$/.exec(value ?? '');
  if (!match) return undefined;
  const [, app = '', group = '', kind = '', namespace = '', name = ''] = match;
  return { app, group, kind, namespace, name };
}

export function formatTrackingId(app: AppState, instance: InstanceState, ref: ResourceRef): string {
  const namespace = ref.namespace === '' ? (app.destination.namespace ?? '') : ref.namespace;
  return `${instanceNameOf(app, instance)}:${ref.group}/${ref.kind}:${namespace}/${ref.name}`;
}

export function instanceNameOf({ ref }: AppState, { controllerNamespace }: InstanceState): string {
  const home = controllerNamespace ?? ref.namespace;
  return ref.namespace === home || ref.namespace === '' ? ref.name : `${ref.namespace}_${ref.name}`;
}

export function instanceLabelKey({ instanceLabelKey }: InstanceState): string {
  return instanceLabelKey ?? DEFAULT_INSTANCE_LABEL;
}

/** The app whose tracking value the object carries; undefined = none. The annotation beats the label. */
export function trackingAppOf(manifest: Manifest | null, instance: InstanceState): string | undefined {
  const byAnnotation = parseTrackingId(annotation(manifest, TRACKING_ID))?.app;
  if (byAnnotation !== undefined || instance.trackingMethod === 'annotation') return byAnnotation;
  return stringAt(labelsOf(manifest), instanceLabelKey(instance));
}

/** The tracking value that Git's side carries is what Argo CD expects; the app's own name is the fallback. */
export function expectedAppOf(target: Manifest | null, app: AppState, instance: InstanceState): string {
  return trackingAppOf(target, instance) ?? instanceNameOf(app, instance);
}

/** The tracking id was made for another object: copied along with labels and annotations by whoever made this one. */
export function isCopiedTrackingId(manifest: Manifest | null, ref: ResourceRef): boolean {
  const id = parseTrackingId(annotation(manifest, TRACKING_ID));
  if (!id) return false;
  return id.kind !== ref.kind || id.name !== ref.name || (ref.namespace !== '' && id.namespace !== ref.namespace);
}

/** By the configured method: under annotation tracking an instance label is a label like any other. */
export function isTrackingPath(path: Pointer, instance: InstanceState): boolean {
  const method = instance.trackingMethod;
  const label = instanceLabelKey(instance).replaceAll('/', '~1');
  return [
    '/metadata/annotations/argocd.argoproj.io~1installation-id',
    ...(method === 'label' ? [] : ['/metadata/annotations/argocd.argoproj.io~1tracking-id']),
    ...(method === 'annotation' ? [] : [`/metadata/labels/${label}`]),
  ].some((tracking) => isWithin(path, tracking));
}
