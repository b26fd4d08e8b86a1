import type { JsonObject } from '../model/json.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** Labels of the object’s namespace: webhooks choose by them. Asked once per namespace. */
export const namespaceLabels: FetchedFact<'namespaceLabels', JsonObject, ResourceLook> = {
  id: 'namespaceLabels',
  says: 'labels of the object’s namespace, by which webhooks choose',
  source: 'cluster',
  statedAs: [],
  wanted: ({ ref, known }) =>
    ref.namespace !== '' && (known.webhooks ?? []).some(({ namespaceSelector }) => namespaceSelector !== undefined),
};
