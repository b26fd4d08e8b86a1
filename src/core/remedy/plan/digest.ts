import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isList, isObject, type Json, type Manifest, stringAt } from '../../model/json.ts';
import type { AppState, Operation } from '../../model/observation.ts';
import { child, formatPointer, isWithin, type Pointer } from '../../model/pointer.ts';

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

/**
 * One text per meaning: keys sorted, the given places left out. What holds nothing but left-out places is left out
 * too, so that the first of them to appear changes nothing. An element of a list keeps its position.
 */
export function canonicalWithout(document: Json, leftOut: readonly Pointer[]): string {
  return write(document, '', leftOut) ?? 'null';
}

function write(value: Json, pointer: Pointer, leftOut: readonly Pointer[]): string | undefined {
  const below = leftOut.filter((place) => isWithin(place, pointer));
  if (below.includes(pointer)) return undefined;
  if (isList(value))
    return `[${value.map((element, index) => write(element, child(pointer, index), below) ?? 'null').join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, inner]) => {
      const text = write(inner, child(pointer, key), below);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return members.length === 0 && below.length > 0 && pointer !== '' ? undefined : `{${members.join(',')}}`;
}

/** An operation is known by when it started. */
export function operationDigest({ startedAt }: Pick<Operation, 'startedAt'>): string {
  return hash('sha256', canonicalJson({ startedAt: startedAt ?? null }));
}

type HistoryEntry = NonNullable<AppState['history']>[number];

export function historyDigest({ id, revisions, deployedAt }: HistoryEntry): string {
  return hash('sha256', canonicalJson({ id: id ?? null, revisions, deployedAt: deployedAt ?? null }));
}
