import { hasHealth, healthClaim } from '../health-claim.ts';
import type { ResourceRule } from '../rule.ts';

/** The resource reports that it does not work. */
export const degraded: ResourceRule = {
  id: 'degraded',
  title: 'The resource is Degraded',
  driftClass: 'degraded',
  about: 'resource',

  claim(subject) {
    return hasHealth(subject, 'Degraded') ? healthClaim(subject) : undefined;
  },
};
