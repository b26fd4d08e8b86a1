import { parseQuantity } from '../../src/core/kubernetes/quantity.ts';
import { defined } from '../../src/core/model/defined.ts';
import {
  at,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../src/core/model/json.ts';
import { externalUrls } from './controller/status.ts';
import { healthOf } from './health.ts';
import type { LiveIndex } from './live-index.ts';
import { keyOfManifest, versionOf, wireKey } from './object-key.ts';
import { containerStatuses, podReason, restartCount } from './pod-health.ts';
import { type AppComparison, imagesOf } from './reconcile.ts';

/** Nodes of `resource-tree` (docs/facts.md#resource-tree), in the order of Argo CD. */
export function treeNodes({ resources }: AppComparison, index: LiveIndex): readonly JsonObject[] {
  const seen = new Set<string>();
  const nodes = resources.flatMap(({ verdict, key, version }) => {
    if (verdict.live === null) return [{ ...identity(wireKey(key), version), health: { status: 'Missing' } }];
    const live = index.get(key);
    return live ? withChildren(live, index, seen) : [];
  });
  return nodes.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function withChildren(object: Manifest, index: LiveIndex, seen: Set<string>): readonly JsonObject[] {
  const uid = stringAt(object, 'metadata', 'uid') ?? '';
  if (seen.has(uid)) return [];
  seen.add(uid);
  return [nodeOf(object), ...index.ownedBy(uid).flatMap((child) => withChildren(child, index, seen))];
}

function nodeOf(object: Manifest): JsonObject {
  const key = keyOfManifest(object);
  const parents = listAt(object, 'metadata', 'ownerReferences').map((owner) => parentRef(owner, key.namespace));
  const info = infoOf(object);
  const networking = networkingOf(object);
  const images = key.kind === 'Pod' ? imagesOf(object) : [];
  const health = healthOf(object);
  return {
    ...identity(wireKey(key), versionOf(object)),
    uid: stringAt(object, 'metadata', 'uid') ?? '',
    ...(parents.length === 0 ? {} : { parentRefs: parents }),
    ...(info.length === 0 ? {} : { info }),
    ...defined({ networkingInfo: networking }),
    resourceVersion: stringAt(object, 'metadata', 'resourceVersion') ?? '',
    ...(images.length === 0 ? {} : { images }),
    ...(health === undefined ? {} : { health: { ...health } }),
    createdAt: stringAt(object, 'metadata', 'creationTimestamp') ?? '',
  };
}

function identity({ group, kind, namespace, name }: Record<string, string>, version: string): JsonObject {
  return {
    ...defined({ group }),
    version,
    kind: kind ?? '',
    ...defined({ namespace }),
    name: name ?? '',
  };
}

function parentRef(owner: Json, namespace: string): JsonObject {
  const [group, version] = (stringAt(owner, 'apiVersion') ?? '').includes('/')
    ? (stringAt(owner, 'apiVersion') ?? '').split('/')
    : ['', stringAt(owner, 'apiVersion')];
  const key = {
    group: group ?? '',
    kind: stringAt(owner, 'kind') ?? '',
    namespace,
    name: stringAt(owner, 'name') ?? '',
  };
  return { ...identity(wireKey(key), version ?? ''), uid: stringAt(owner, 'uid') ?? '' };
}

function infoOf(object: Manifest): readonly JsonObject[] {
  const revision = stringAt(object, 'metadata', 'annotations', 'deployment.kubernetes.io/revision');
  const entries: readonly (readonly [string, string])[] =
    object.kind === 'Pod' ? podInfo(object) : revision === undefined ? [] : [['Revision', `Rev:${revision}`]];
  return entries.map(([name, value]) => ({ name, value }));
}

function podInfo(pod: Manifest): readonly (readonly [string, string])[] {
  const node = stringAt(pod, 'spec', 'nodeName');
  const ready = containerStatuses(pod).filter((status) => at(status, 'ready') === true).length;
  const restarts = restartCount(pod);
  return [
    ['Status Reason', podReason(pod)],
    ...(node === undefined ? [] : [['Node', node] as const]),
    ['Containers', `${ready}/${listAt(pod, 'spec', 'containers').length}`],
    ...(restarts > 0 ? [['Restart Count', String(restarts)] as const] : []),
    ...['cpu', 'memory'].flatMap((resource) => requestInfo(pod, resource)),
  ];
}

/** What the pod's containers ask for in thousandths: `cpu 250`, `memory 134217728000`. */
function requestInfo(pod: Manifest, resource: string): readonly (readonly [string, string])[] {
  const amounts = listAt(pod, 'spec', 'containers').map((container) =>
    at(container, 'resources', 'requests', resource),
  );
  const sum = amounts.reduce<number>((total, amount) => total + thousandths(amount), 0);
  return sum === 0 ? [] : [[resource, String(sum)]];
}

function thousandths(amount: Json | undefined): number {
  const quantity = typeof amount === 'string' || typeof amount === 'number' ? parseQuantity(amount) : undefined;
  return quantity ? Number(quantity.mantissa) * 10 ** (quantity.exponent + 3) : 0;
}

function networkingOf(object: Manifest): JsonObject | undefined {
  const labels = objectAt(object, 'metadata', 'labels');
  if (object.kind === 'Pod') return Object.keys(labels).length === 0 ? undefined : { labels };
  if (object.kind === 'Service') return { targetLabels: objectAt(object, 'spec', 'selector') };
  const urls = externalUrls(object);
  return urls.length === 0 ? undefined : { externalURLs: urls };
}

function sortKey(node: JsonObject): string {
  return [node.group ?? '', node.kind, node.namespace ?? '', node.name].join('/');
}
