import { canonicalJson } from '../../src/core/model/canonical-json.ts';
import { type JsonObject, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import type { RunningWorld } from '../../world/start-world.ts';

/** What everything in a cluster says, by `Kind namespace/name`. Equal dumps: nobody changed anything. */
export type Dump = Readonly<Record<string, string>>;

export function dumpOf(world: Pick<RunningWorld, 'objects'>): Dump {
  return Object.fromEntries(world.objects().map((object) => [nameOf(object), canonicalJson(contentOf(object))]));
}

/** Objects of `before` that are not as they were, and those that came. */
export function changesBetween(before: Dump, after: Dump): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      if (after[name] === undefined) return `- ${name}`;
      return before[name] === undefined ? `+ ${name}` : `~ ${name}`;
    })
    .toSorted();
}

/** Without what moves by itself; uid included, so that a twin is another object. */
function contentOf(object: Manifest): JsonObject {
  const { status: _, operation: __, ...rest } = object;
  const {
    resourceVersion: _version,
    managedFields: _fields,
    generation: _generation,
    ...metadata
  } = objectAt(object, 'metadata');
  return { ...rest, metadata };
}

/** What a person wrote: without what a server gives every new object. */
function wordsOf(object: Manifest): JsonObject {
  const { name, namespace, labels, annotations } = objectAt(object, 'metadata');
  const { status: _, metadata: __, ...rest } = object;
  return {
    ...rest,
    metadata: { name: name ?? '', namespace: namespace ?? '', labels: labels ?? {}, annotations: annotations ?? {} },
  };
}

/** Everything that is there, by name, as people wrote it. */
export function everythingIn(world: Pick<RunningWorld, 'objects'>): ReadonlyMap<string, JsonObject> {
  return new Map(world.objects().map((object) => [nameOf(object), wordsOf(object)]));
}

export function nameOf(object: Manifest): string {
  const namespace = stringAt(object, 'metadata', 'namespace');
  const name = stringAt(object, 'metadata', 'name') ?? '';
  return `${String(object.kind)} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
