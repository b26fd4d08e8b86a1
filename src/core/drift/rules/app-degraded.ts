import { appHealthClaim } from '../health/claim.ts';
import type { AppRule } from '../rule.ts';

/** The app is Degraded and no resource that was looked at says why. */
export const appDegraded: AppRule = {
  id: 'app-degraded',
  title: 'The application is Degraded',
  driftClass: 'degraded',
  about: 'app',

  claim(subject) {
    return subject.app.health.status === 'Degraded' ? appHealthClaim(subject) : undefined;
  },
};
