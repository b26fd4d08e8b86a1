import { type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Reference } from '../../../core/model/observation.ts';
import { groupKind, isSame, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { CallOptions } from '../../../ports/argocd.ts';
import type { Objects } from '../objects.ts';
import { groupOf } from '../owners.ts';
import { controllersOf } from './dependents.ts';
import type { Edge, Target } from './edge.ts';
import { edgesTo } from './edges-to.ts';

/**
 * Everything that still refers to the object. A kind that cannot be listed fails the whole question: a proof with a
 * hole is none.
 */
export async function findReferences(
  objects: Objects,
  ref: ResourceRef,
  options: CallOptions = {},
): Promise<readonly Reference[]> {
  const object = await objects.get(ref, undefined, options);
  // Argo CD states a namespace for cluster-scoped objects now and then; the object itself knows better
  const namespace = object ? (stringAt(object, 'metadata', 'namespace') ?? '') : ref.namespace;
  const target: Target = { ref: { ...ref, namespace }, object };
  const lists = await Promise.all(
    [...listings(edgesTo(target)).values()].map((edges) => referrers(objects, edges, target, options)),
  );
  return distinct([...controllersOf(target), ...lists.flat()]);
}

/** Edges from one kind share one list. */
function listings(edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> {
  return Map.groupBy(edges, ({ from, within }) => `${within} ${groupKind(from)}`);
}

async function referrers(
  objects: Objects,
  edges: readonly Edge[],
  target: Target,
  options: CallOptions,
): Promise<readonly Reference[]> {
  const [first] = edges;
  if (!first) return [];
  const namespace = first.within === 'namespace' && target.ref.namespace !== '' ? target.ref.namespace : undefined;
  const metadataOnly = edges.every(({ byMetadata }) => byMetadata === true);
  const found: Reference[] = [];
  for await (const page of objects.pages(first.from, namespace, { ...options, metadataOnly })) {
    for (const referrer of page) {
      if (isSame(refOf(referrer), target.ref)) continue;
      const edge = edges.find(({ refers }) => refers(referrer, target));
      if (edge) found.push({ ...refOf(referrer), how: edge.how });
    }
  }
  return found;
}

function refOf(manifest: Manifest): ResourceRef {
  return {
    group: groupOf(stringAt(manifest, 'apiVersion') ?? ''),
    kind: stringAt(manifest, 'kind') ?? '',
    namespace: stringAt(manifest, 'metadata', 'namespace') ?? '',
    name: stringAt(manifest, 'metadata', 'name') ?? '',
  };
}

/** Namesakes in other namespaces or groups are other objects; who refers in two ways is named once. */
function distinct(references: readonly Reference[]): readonly Reference[] {
  const byIdentity = new Map(
    references.map((reference) => [`${groupKind(reference)}/${reference.namespace}/${reference.name}`, reference]),
  );
  return [...byIdentity.values()].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name) || a.namespace.localeCompare(b.namespace),
  );
}
