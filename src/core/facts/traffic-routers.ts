import type { OfflineFact } from './fact.ts';

/** Rollouts (Argo Rollouts, Flagger) that steer traffic through this object, by name. */
export const trafficRouters: OfflineFact<'trafficRouters', readonly string[]> = {
  id: 'trafficRouters',
  says: 'rollouts that steer traffic through the object',
  statedAs: ['rollouts'],
  offlineOnly: 'nobody lists the Rollouts and Canaries around an object to see which of them route through it',
};
