import type { InstanceState } from '../model/observation.ts';
import type { InstanceFact } from './fact.ts';

/** The version of Argo CD itself: which fields its typed rewrites drop depends on it. */
export const version: InstanceFact<'version', InstanceState['version']> = {
  id: 'version',
  says: 'the version of Argo CD',
  source: 'argocd',
  statedAs: ['argocdVersion'],
  wanted: () => true,
};
