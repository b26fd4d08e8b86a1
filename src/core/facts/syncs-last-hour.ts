import type { OfflineFact } from './fact.ts';

/** Syncs of the app in the last hour. */
export const syncsLastHour: OfflineFact<'syncsLastHour', number> = {
  id: 'syncsLastHour',
  says: 'syncs of the app in the last hour',
  statedAs: ['syncsLastHour'],
  offlineOnly: 'Argo CD’s history keeps no more than the last syncs of an app, so it cannot be counted from there',
};
