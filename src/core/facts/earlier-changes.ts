import type { EarlierChange } from '../model/observation.ts';
import type { RememberedFact } from './fact.ts';

/** What Git already said when an earlier scan saw the same difference: no newer commit brought it. */
export const earlierChanges: RememberedFact<'earlierChanges', readonly EarlierChange[]> = {
  id: 'earlierChanges',
  says: 'differences that an earlier scan saw at another revision, while Git was not ahead',
  source: 'memory',
  statedAs: [],
};
