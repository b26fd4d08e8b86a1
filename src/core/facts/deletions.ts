import type { OfflineFact } from './fact.ts';

/** Who deleted the object, newest first. */
export const deletions: OfflineFact<'deletions', readonly { readonly by: string; readonly at?: string }[]> = {
  id: 'deletions',
  says: 'who deleted the object, by the audit log',
  statedAs: ['audit'],
  offlineOnly: 'audit logs are outside the Kubernetes API',
};
