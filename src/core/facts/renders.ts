import type { OfflineFact } from './fact.ts';

/** Hashes of successive renders of one revision: two that differ prove a template that draws its values. */
export const renders: OfflineFact<'renders', readonly string[]> = {
  id: 'renders',
  says: 'hashes of successive renders of one revision',
  statedAs: ['renders'],
  offlineOnly: 'nothing renders one revision twice, and no hash of a render is remembered between scans',
};
