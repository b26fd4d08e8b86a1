import type { FetchedFact, ResourceLook } from './fact.ts';

/** Versions in which objects of a custom kind are stored. It comes with the CRD that was read for its schema. */
export const storedVersions: FetchedFact<'storedVersions', readonly string[], ResourceLook> = {
  id: 'storedVersions',
  says: 'versions in which the API server stores objects of the custom kind',
  source: 'cluster',
  statedAs: ['crdStoredVersions'],
  wanted: ({ known }) => known.schema !== undefined && known.schema !== null,
};
