import type { OfflineFact } from './fact.ts';

/** What Argo CD’s own diff view shows; the empty text = nothing. */
export const shownDiff: OfflineFact<'shownDiff', string> = {
  id: 'shownDiff',
  says: 'what Argo CD’s own diff shows',
  statedAs: ['argocdDiff', 'uiDiff'],
  offlineOnly: 'a scan has Argo CD’s verdict field by field; the text of its diff view is not asked for',
};
