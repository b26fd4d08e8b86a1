import { appHealthClaim } from '../health/claim.ts';
import type { AppRule } from '../rule.ts';

/** The app has not been Healthy for long and no resource that was looked at says why. */
export const appStuckProgressing: AppRule = {
  id: 'app-stuck-progressing',
  title: 'The application never becomes Healthy',
  driftClass: 'stuck-progressing',
  about: 'app',

  claim(subject) {
    return subject.app.health.status === 'Progressing' ? appHealthClaim(subject) : undefined;
  },
};
