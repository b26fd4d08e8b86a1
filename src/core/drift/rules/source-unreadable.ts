import { failureClaim, findComparisonFailure } from '../failure/failure.ts';
import { appRule } from '../rule.ts';

/** Repository, chart, revision or path cannot be read: nothing is compared, the last known status is stale. */
export const sourceUnreadable = appRule({
  id: 'source-unreadable',
  title: 'The source cannot be fetched',
  driftClass: 'source-failure',
  needs: [],

  claim({ app }) {
    const failure = findComparisonFailure(app);
    return failure?.family.driftClass === 'source-failure' ? failureClaim(failure, []) : undefined;
  },
});
