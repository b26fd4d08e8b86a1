import { createHmac, hash } from 'node:crypto';
import { type Manifest, stringAt } from '../../model/json.ts';
import { formatPointer, type Pointer } from '../../model/pointer.ts';
import { canonicalWithout } from './canonical-without.ts';

/** Written by controllers about themselves, without anybody having changed the object. */
const VOLATILE_ANNOTATIONS = [
  'argocd.argoproj.io/refresh',
  'autoscaling.alpha.kubernetes.io/conditions',
  'autoscaling.alpha.kubernetes.io/current-metrics',
  'cluster-autoscaler.kubernetes.io/last-updated',
  'control-plane.alpha.kubernetes.io/leader',
  'endpoints.kubernetes.io/last-change-trigger-time',
  'notified.notifications.argoproj.io',
];

const MOVES_BY_ITSELF: readonly Pointer[] = [
  '/status',
  '/metadata/managedFields',
  '/metadata/resourceVersion',
  '/metadata/generation',
  ...VOLATILE_ANNOTATIONS.map((key) => formatPointer(['metadata', 'annotations', key])),
];

/**
 * What an approval binds to: the object as read from Kubernetes, unmasked, without what moves by itself and without
 * the fields that a controller was seen to own (`mutated`). Labels, owners, finalizers and a deletion stay in.
 * `generation` alone would not do: ConfigMaps, RBAC and Services have none.
 *
 * Digests are stored. Of a Secret with a guessable value, whoever reads the store could test guesses against a plain
 * one: there it is keyed, with a `key` that is not in the store. Whoever compares must hold the same key.
 */
export function objectDigest(manifest: Manifest, mutated: readonly Pointer[] = [], key = ''): string {
  const text = canonicalWithout(manifest, [...volatilePlaces(manifest), ...mutated]);
  const isSecret = stringAt(manifest, 'apiVersion') === 'v1' && stringAt(manifest, 'kind') === 'Secret';
  return isSecret && key !== '' ? createHmac('sha256', key).update(text).digest('hex') : hash('sha256', text);
}

/** What moves by itself in this object. */
export function volatilePlaces(manifest: Manifest): readonly Pointer[] {
  return [...MOVES_BY_ITSELF, ...operationOf(manifest)];
}

/** Argo CD asks itself to sync by writing `operation`; elsewhere a field of that name is content. */
function operationOf(manifest: Manifest): readonly Pointer[] {
  const isArgoCds = stringAt(manifest, 'apiVersion')?.startsWith('argoproj.io/') ?? false;
  return isArgoCds && stringAt(manifest, 'kind') === 'Application' ? ['/operation'] : [];
}
