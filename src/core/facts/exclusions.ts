import type { InstanceState } from '../model/observation.ts';
import type { OfflineFact } from './fact.ts';

/** Kinds that argocd-cm `resource.exclusions` hides, as globs. */
export const exclusions: OfflineFact<'exclusions', InstanceState['exclusions']> = {
  id: 'exclusions',
  says: 'kinds that Argo CD is told to leave out',
  statedAs: ['argocdCm'],
  offlineOnly: 'Argo CD’s settings endpoint leaves resource.exclusions out, and argocd-cm itself is not read',
};
