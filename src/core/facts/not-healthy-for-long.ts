import type { AppLook, FetchedFact } from './fact.ts';

/** The clock has passed the configured threshold. */
export const notHealthyForLong: FetchedFact<'notHealthyForLong', boolean, AppLook> = {
  id: 'notHealthyForLong',
  says: 'whether that is longer than configured',
  source: 'argocd',
  statedAs: [],
  wanted: ({ known }) => known.notHealthySince !== undefined,
};
