import { HEALTH_FACTS, healthClaim, healthOf } from '../health/claim.ts';
import { resourceRule } from '../rule.ts';

/** The resource reports that it does not work. */
export const degraded = resourceRule({
  id: 'degraded',
  title: 'The resource is Degraded',
  driftClass: 'degraded',
  needs: HEALTH_FACTS,

  claim(subject) {
    return healthOf(subject) === 'Degraded' ? healthClaim(subject, { mayPass: false }) : undefined;
  },
});
