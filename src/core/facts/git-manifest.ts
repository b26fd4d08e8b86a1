import { type Manifest, stringAt } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import { groupOf, isSame, type ResourceRef } from '../model/resource-ref.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** The object as Git has it, where Argo CD leaves it out of the comparison (hooks); a case file may have it unrendered. */
export const gitManifest: FetchedFact<'gitManifest', Manifest, ResourceLook> = {
  id: 'gitManifest',
  says: 'the manifest of an object that Argo CD does not compare and Git renders all the same',
  source: 'argocd',
  statedAs: ['gitManifest'],
  wanted: ({ target }) => target === null,
};

/** Git may leave the namespace to the app's destination, and writes none for what has no namespace. */
export function isRenderedAs(
  manifest: Manifest,
  ref: ResourceRef,
  { destination }: Pick<AppState, 'destination'>,
): boolean {
  const text = (...path: readonly string[]): string => stringAt(manifest, ...path) ?? '';
  const namespace = text('metadata', 'namespace') || destination.namespace || ref.namespace;
  return isSame(ref, {
    group: groupOf(text('apiVersion')),
    kind: text('kind'),
    namespace: ref.namespace === '' ? '' : namespace,
    name: text('metadata', 'name'),
  });
}
