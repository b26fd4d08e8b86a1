import { syncedCommit } from '../../../core/facts/last-change.ts';
import type { AppSource } from '../source.ts';

export const lastChange: AppSource<'lastChange'> = async ({ app }, { argocd, handle, lookout, options }) => {
  const revision = syncedCommit(app);
  return revision === undefined
    ? undefined
    : lookout.look('the last synced commit', () => argocd.revisionDetails(handle, revision, options));
};
