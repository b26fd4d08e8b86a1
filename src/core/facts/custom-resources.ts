import type { OfflineFact } from './fact.ts';

/** How many objects of a CRD’s kind there are: they go with it. */
export const customResources: OfflineFact<'customResources', number> = {
  id: 'customResources',
  says: 'how many objects of the CRD’s kind there are',
  statedAs: ['instancesInUse'],
  offlineOnly: 'objects of a leftover CRD are not counted: the read role names custom kinds one by one',
};
