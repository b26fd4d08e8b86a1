import type { OfflineFact } from './fact.ts';

/** Kubernetes server-side dry run of the target. */
export const dryRun: OfflineFact<'dryRun', { readonly changed: boolean; readonly says: string }> = {
  id: 'dryRun',
  says: 'what a server-side dry run of the target would change',
  statedAs: ['dryRunServer'],
  offlineOnly: 'a dry run needs the rights of a write, and scans hold a credential that only reads',
};
