import { type JsonObject, type Manifest, objectAt } from '../../model/json.ts';
import type { Pointer } from '../../model/pointer.ts';
import { volatilePlaces } from '../plan/digest.ts';
import { patchBetween } from '../plan/merge-patch.ts';

/** Of metadata, what people and Git say. The rest is identity, or the server's. */
const METADATA = ['labels', 'annotations'];
const NOT_CONTENT = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** Written by Kubernetes' Deployment controller, which takes it back at once. */
const REVISION: Pointer = '/metadata/annotations/deployment.kubernetes.io~1revision';

/**
 * JSON merge patch that puts the content of a saved object over the live one: labels, annotations and all that is
 * neither metadata nor status. What a controller owns (`mutated`) is left to it. Undefined: it is as it was saved.
 */
export function reapplyPatch(
  saved: Manifest,
  live: Manifest,
  mutated: readonly Pointer[] = [],
): JsonObject | undefined {
  return patchBetween(contentOf(live), contentOf(saved), [...volatilePlaces(live), REVISION, ...mutated]);
}

function contentOf(manifest: Manifest): JsonObject {
  const metadata = Object.entries(objectAt(manifest, 'metadata')).filter(([key]) => METADATA.includes(key));
  return {
    ...Object.fromEntries(Object.entries(manifest).filter(([key]) => !NOT_CONTENT.has(key))),
    metadata: Object.fromEntries(metadata),
  };
}
