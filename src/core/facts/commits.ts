import type { OfflineFact } from './fact.ts';

/** Commits that touched the app’s path, newest first. */
export const commits: OfflineFact<'commits', readonly { readonly revision: string; readonly message: string }[]> = {
  id: 'commits',
  says: 'commits that touched the app’s path',
  statedAs: ['gitHistory'],
  offlineOnly: 'Argo CD tells of one revision at a time; the repository itself is not read',
};
