import type { AppState } from '../model/observation.ts';
import type { AppLook, FetchedFact } from './fact.ts';
import { isNotHealthy } from './not-healthy.ts';

export interface LastChange {
  readonly revision: string;
  readonly author?: string;
  readonly date?: string;
  readonly message?: string;
}

/** The commit that the last sync brought: what changed just before. */
export const lastChange: FetchedFact<'lastChange', LastChange, AppLook> = {
  id: 'lastChange',
  says: 'the commit that the last sync brought',
  source: 'argocd',
  statedAs: [],
  wanted: ({ app }) => isNotHealthy(app) && syncedCommit(app) !== undefined,
};

/** Charts have no commit behind their version; Git sources do. */
export function syncedCommit({ operation, sync }: Pick<AppState, 'operation' | 'sync'>): string | undefined {
  const revision = operation?.revisions[0] ?? sync.revisions[0];
  return revision !== undefined && /^[0-9a-f]{40}$/.test(revision) ? revision : undefined;
}
