import type { OfflineFact } from './fact.ts';

/** The ResourceQuota of the namespace, by name. */
export const quota: OfflineFact<'quota', string> = {
  id: 'quota',
  says: 'the ResourceQuota of the namespace',
  statedAs: ['resourceQuota'],
  offlineOnly: 'quotas are not read; an event that names one says enough to recognise it',
};
