import type { AppLook, FetchedFact } from './fact.ts';
import { isNotHealthy } from './not-healthy.ts';

/** Our own flap-proof clock: since when the app was last Healthy. */
export const notHealthySince: FetchedFact<
  'notHealthySince',
  { readonly at: string; readonly atLeast: boolean },
  AppLook
> = {
  id: 'notHealthySince',
  says: 'since when the app was last Healthy',
  source: 'argocd',
  statedAs: [],
  wanted: ({ app }) => isNotHealthy(app),
};
