import type { OfflineFact } from './fact.ts';

/** The StatefulSet whose volumeClaimTemplates made this claim. */
export const claimOf: OfflineFact<'claimOf', string> = {
  id: 'claimOf',
  says: 'the StatefulSet that made the claim from its volumeClaimTemplates',
  statedAs: ['statefulSet'],
  offlineOnly: 'StatefulSets around a leftover claim are not read',
};
