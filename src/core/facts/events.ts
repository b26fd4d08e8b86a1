import type { EventFact } from '../model/observation.ts';
import type { AppLook, FetchedFact } from './fact.ts';
import { isNotHealthy } from './not-healthy.ts';

/** Warnings of the worst pod; where there is no pod at all, those of the destination namespace. */
export const events: FetchedFact<'events', readonly EventFact[], AppLook> = {
  id: 'events',
  says: 'warning events of the worst pod, or of the namespace where there is no pod',
  source: 'argocd',
  statedAs: ['events'],
  wanted: ({ app }) => isNotHealthy(app),
};
