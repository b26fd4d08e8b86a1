import { stripVTControlCharacters } from 'node:util';
import type { Masker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { UnavailableError } from '../../core/model/errors.ts';
import { isObject, type Json, type Manifest, stringAt } from '../../core/model/json.ts';
import type { EventFact } from '../../core/model/observation.ts';
import { groupOf, kindAndName, type ResourceRef } from '../../core/model/resource-ref.ts';
import type { ProbedResource } from '../../core/scan/probe.ts';
import type { ManagedResource, RevisionDetails, TreeNode } from '../../ports/argocd.ts';
import { mapHealth } from './map.ts';
import type * as wire from './schema.ts';

type Row = wire.ManagedResources['items'][number];

export function mapProbe({ group, kind, namespace, name, resourceVersion, modified }: Row): ProbedResource {
  return { group, kind, namespace, name, resourceVersion, modified };
}

/** One masker for all four states, so that they are equal where the plain ones are. */
export function mapManagedResource(row: Row, masker: Masker): ManagedResource {
  const { group, kind, namespace, name, resourceVersion, modified } = row;
  const state = (text: string) => once(() => parseManifest(text, masker));
  return {
    ref: { group, kind, namespace, name },
    resourceVersion,
    modified,
    isDrifting: modified || isNull(row.targetState),
    target: state(row.targetState),
    live: state(row.liveState),
    normalizedLive: state(row.normalizedLiveState),
    predicted: state(row.predictedLiveState),
  };
}

/** JSON in a string. `null` is no object; '' and `{}` stand where Argo CD's comparison failed. */
export function parseManifest(text: string, masker: Masker): Manifest | null {
  const manifest = parsePlain(text);
  return manifest && masker.manifest(manifest);
}

/** Unmasked. null: not an object, or not one that was asked for: masking costs more than parsing. */
export function parseWanted(
  text: string,
  only: (ref: Pick<ResourceRef, 'group' | 'kind' | 'name'>) => boolean,
): Manifest | null {
  const manifest = parsePlain(text);
  const [kind = '', name = ''] = [stringAt(manifest ?? {}, 'kind'), stringAt(manifest ?? {}, 'metadata', 'name')];
  const group = groupOf(stringAt(manifest ?? {}, 'apiVersion') ?? '');
  return manifest && only({ group, kind, name }) ? manifest : null;
}

/** Unmasked. */
export function parsePlain(text: string): Manifest | null {
  if (isNull(text)) return null;
  const value = parseJson(text);
  return isObject(value) && Object.keys(value).length > 0 ? value : null;
}

function isNull(text: string): boolean {
  return text === 'null' || text === '';
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UnavailableError(
      'argocd.broken-answer',
      'Argo CD sent a manifest that is not JSON.',
      'Refresh the app and try again.',
    );
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function mapNode(node: wire.ResourceNode, masker: Masker): TreeNode {
  const { group, version, kind, namespace, name, uid, parentRefs, info, images, health, createdAt } = node;
  return {
    ...{ group, version, kind, namespace, name, uid, images },
    parents: parentRefs,
    info: Object.fromEntries(info.map((item) => [item.name, masker.text(item.value)])),
    ...(health && health.status !== '' ? { health: mapNodeHealth(health, masker) } : {}),
    ...defined({ createdAt }),
  };
}

function mapNodeHealth(health: wire.Health, masker: Masker): NonNullable<TreeNode['health']> {
  const { status, message } = mapHealth(health, masker);
  return { status, ...defined({ message }) };
}

/** Newest last. */
export function mapEvents(events: readonly wire.Event[], masker: Masker): readonly EventFact[] {
  return events.toSorted((a, b) => timeOf(a) - timeOf(b)).map((event) => mapEvent(event, masker));
}

function mapEvent({ reason, message, involvedObject, type, count, series }: wire.Event, masker: Masker): EventFact {
  return {
    reason,
    message: masker.text(message),
    ...(involvedObject.name === '' ? {} : { object: kindAndName(involvedObject) }),
    ...defined({ type, count: count ?? series?.count ?? undefined }),
  };
}

/** Series-style events leave the older timestamps null. */
function timeOf({ series, lastTimestamp, eventTime, metadata }: wire.Event): number {
  const at = Date.parse(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '');
  return Number.isNaN(at) ? 0 : at;
}

/**
 * What the container printed. A line without a pod was printed by nobody: it carries the Kubernetes error that kept
 * Argo CD from reading (SRV PodLogs), or it is the end marker.
 */
export function mapLog(entries: readonly wire.LogEntry[], masker: Masker): readonly string[] {
  return entries
    .filter(({ result: { last, podName } }) => !last && podName !== '')
    .map(({ result: { content } }) => masker.text(stripVTControlCharacters(content)));
}

export function mapRevision(
  revision: string,
  { author, date, message }: wire.RevisionMetadata,
  masker: Masker,
): RevisionDetails {
  return { revision, ...defined({ author, date, message: message === undefined ? undefined : masker.text(message) }) };
}
