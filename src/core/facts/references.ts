import type { Reference } from '../model/observation.ts';
import type { FetchedFact, ResourceLook } from './fact.ts';

/** Who refers to an object that Git no longer has. A lookup with a hole is none: absent then, never []. */
export const references: FetchedFact<'references', readonly Reference[], ResourceLook> = {
  id: 'references',
  says: 'what still refers to an object that Git no longer has',
  source: 'cluster',
  statedAs: ['references'],
  wanted: ({ target }) => target === null,
};
