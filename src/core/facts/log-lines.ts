import type { AppLook, FetchedFact } from './fact.ts';

/** The log of the container that ended, newest last; ANSI stripped and redacted on entry. One that never started has none. */
export const logLines: FetchedFact<'logLines', readonly string[], AppLook> = {
  id: 'logLines',
  says: 'the last lines of the container that ended',
  source: 'argocd',
  statedAs: ['logs'],
  wanted: ({ known }) => {
    const [worst] = known.pods ?? [];
    return worst !== undefined && (worst.namespace ?? '') !== '' && (worst.restarts ?? 0) > 0;
  },
};
