import type { PodState } from '../model/observation.ts';
import type { AppLook, FetchedFact } from './fact.ts';
import { isNotHealthy } from './not-healthy.ts';

/** Pods underneath that are in trouble, worst first. */
export const pods: FetchedFact<'pods', readonly PodState[], AppLook> = {
  id: 'pods',
  says: 'pods underneath the app that are in trouble',
  source: 'argocd',
  statedAs: ['pods'],
  wanted: ({ app }) => isNotHealthy(app),
};
