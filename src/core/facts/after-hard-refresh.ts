import type { OfflineFact } from './fact.ts';

/** What the app’s sync status was once Argo CD had rendered afresh. */
export const afterHardRefresh: OfflineFact<'afterHardRefresh', { readonly sync?: string }> = {
  id: 'afterHardRefresh',
  says: 'the sync status after a hard refresh',
  statedAs: ['afterHardRefresh'],
  offlineOnly: 'a hard refresh makes Argo CD render everything again, which a scan must not cause',
};
