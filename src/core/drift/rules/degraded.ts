import { healthClaim, healthOf } from '../health/claim.ts';
import type { ResourceRule } from '../rule.ts';

/** The resource reports that it does not work. */
export const degraded: ResourceRule = {
  id: 'degraded',
  title: 'The resource is Degraded',
  driftClass: 'degraded',
  about: 'resource',

  claim(subject) {
    return healthOf(subject) === 'Degraded' ? healthClaim(subject, { mayPass: false }) : undefined;
  },
};
