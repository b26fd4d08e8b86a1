import { NotAllowedError } from '../../../core/model/errors.ts';
import { type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Reference } from '../../../core/model/observation.ts';
import { groupKind, groupOf, isSame, type ResourceRef } from '../../../core/model/resource-ref.ts';
import type { CallOptions } from '../../../ports/argocd.ts';
import type { Objects } from '../objects.ts';
import type { CustomResources } from './custom-resources.ts';
import { controllersOf } from './dependents.ts';
import type { Edge, Target } from './edge.ts';
import { edgesTo } from './edges-to.ts';
import { type Makers, makeMakers } from './makers.ts';

/** An object that refers to the target, and in which way. */
interface Referring {
  readonly referrer: Manifest;
  readonly edge: Edge;
}

/**
 * Everything that still refers to the object. A kind that cannot be listed fails the whole question: a proof with a
 * hole is none.
 */
export async function findReferences(
  objects: Objects,
  custom: CustomResources,
  ref: ResourceRef,
  options: CallOptions = {},
): Promise<readonly Reference[]> {
  const object = await readTarget(objects, ref, options);
  // Argo CD states a namespace for cluster-scoped objects now and then; the object itself knows better
  const namespace = object ? (stringAt(object, 'metadata', 'namespace') ?? '') : ref.namespace;
  const target: Target = { ref: { ...ref, namespace }, object };
  const lists = await Promise.all(
    [...listings(edgesTo(target)).values()].map((edges) => referrers(objects, edges, target, options)),
  );
  const makers = makeMakers(objects, options);
  const found: Reference[] = [...controllersOf(target), ...(await custom.naming(target.ref, options))];
  for (const by of lists.flat()) found.push(...(await referencesBy(by, makers)));
  return distinct(found.filter((reference) => !isSame(reference, target.ref)));
}

/** Nothing of a Secret but its name tells who refers to it, and a reader should not need the right to see it. */
async function readTarget(objects: Objects, ref: ResourceRef, options: CallOptions): Promise<Manifest | undefined> {
  try {
    return await objects.get(ref, undefined, options);
  } catch (error) {
    if (error instanceof NotAllowedError && groupKind(ref) === 'Secret') return undefined;
    throw error;
  }
}

async function referencesBy({ referrer, edge }: Referring, makers: Makers): Promise<readonly Reference[]> {
  const { how, isLoose } = edge;
  const own = { ...refOf(referrer), how, ...(isLoose === true ? { isLoose } : {}) };
  if (groupKind(own) === 'discovery.k8s.io/EndpointSlice') {
    const behind = await makers.ofEndpoints(referrer);
    return behind?.map((maker) => ({ ...maker, how: 'answers behind it' })) ?? [own];
  }
  const maker = groupKind(own) === 'Pod' ? await makers.ofPod(referrer) : undefined;
  return [maker === undefined ? own : { ...maker, how }];
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
): Promise<readonly Referring[]> {
  const [first] = edges;
  if (!first) return [];
  const namespace = first.within === 'namespace' && target.ref.namespace !== '' ? target.ref.namespace : undefined;
  const metadataOnly = edges.every(({ byMetadata }) => byMetadata === true);
  const found: Referring[] = [];
  for await (const page of objects.pages(first.from, namespace, { ...options, metadataOnly })) {
    for (const referrer of page) {
      if (isSame(refOf(referrer), target.ref)) continue;
      const edge = edges.find(({ refers }) => refers(referrer, target));
      if (edge) found.push({ referrer, edge });
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

/** Namesakes in other namespaces or groups are other objects; who refers in two ways is named once, by the stricter. */
function distinct(references: readonly Reference[]): readonly Reference[] {
  const strictLast = references.toSorted((a, b) => Number(b.isLoose === true) - Number(a.isLoose === true));
  const byIdentity = new Map(
    strictLast.map((reference) => [`${groupKind(reference)}/${reference.namespace}/${reference.name}`, reference]),
  );
  return [...byIdentity.values()].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name) || a.namespace.localeCompare(b.namespace),
  );
}
