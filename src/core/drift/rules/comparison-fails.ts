import { failureClaim, findComparisonFailure } from '../failure/failure.ts';
import { appRule } from '../rule.ts';

/** Target or live state cannot be compared, and no single resource is to blame. */
export const comparisonFails = appRule({
  id: 'comparison-fails',
  title: 'The application cannot be compared',
  driftClass: 'diff-failure',
  needs: [],

  claim({ app }) {
    const failure = findComparisonFailure(app);
    return failure?.family.driftClass === 'diff-failure' ? failureClaim(failure, []) : undefined;
  },
});
