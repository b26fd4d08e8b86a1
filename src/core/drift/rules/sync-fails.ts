import { applyFailureOf, failureClaim, findApplyFailure, findComparisonFailure } from '../failure/failure.ts';
import { appRule } from '../rule.ts';

/** The last operation failed and no resource that was looked at is the one refused. */
export const syncFails = appRule({
  id: 'sync-fails',
  title: 'The last sync failed',
  driftClass: 'sync-failure',
  needs: [],

  claim({ app }) {
    if (findComparisonFailure(app) || (app.sync.status === 'Synced' && app.health.status === 'Healthy'))
      return undefined;
    const failure = findApplyFailure(app);
    const specific = failure && applyFailureOf(failure.message, failure.from);
    return specific && failureClaim(specific, []);
  },
});
