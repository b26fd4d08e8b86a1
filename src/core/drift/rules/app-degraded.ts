import { appHealthClaim, HEALTH_FACTS } from '../health/claim.ts';
import { appRule } from '../rule.ts';

/** The app is Degraded and no resource that was looked at says why. */
export const appDegraded = appRule({
  id: 'app-degraded',
  title: 'The application is Degraded',
  driftClass: 'degraded',
  needs: HEALTH_FACTS,

  claim(subject) {
    return subject.app.health.status === 'Degraded' ? appHealthClaim(subject) : undefined;
  },
});
