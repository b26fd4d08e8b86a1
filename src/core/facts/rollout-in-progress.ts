import type { OfflineFact } from './fact.ts';

/** A rollout is still within its normal time. */
export const rolloutInProgress: OfflineFact<'rolloutInProgress', boolean> = {
  id: 'rolloutInProgress',
  says: 'whether a rollout is still within its normal time',
  statedAs: ['deploymentRollout'],
  offlineOnly: 'a scan goes by its own clock instead: how long the app has not been Healthy',
};
