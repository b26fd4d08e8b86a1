import { appHealthClaim, HEALTH_FACTS } from '../health/claim.ts';
import { appRule } from '../rule.ts';

/** The app has not been Healthy for long and no resource that was looked at says why. */
export const appStuckProgressing = appRule({
  id: 'app-stuck-progressing',
  title: 'The application never becomes Healthy',
  driftClass: 'stuck-progressing',
  needs: HEALTH_FACTS,

  claim(subject) {
    return subject.app.health.status === 'Progressing' ? appHealthClaim(subject) : undefined;
  },
});
