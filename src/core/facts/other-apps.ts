import type { OtherApp } from '../model/observation.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** Other applications, possibly of another Argo CD, and what they have to do with the object. */
export const otherApps: FetchedFact<'otherApps', readonly OtherApp[], ResourceLook> = {
  id: 'otherApps',
  says: 'other applications that list the object as theirs',
  source: 'fleet',
  statedAs: ['otherApps', 'argocdInstances', 'trackedInApp'],
  wanted: () => true,
};
