import { failureClaim, findComparisonFailure } from '../failure/failure.ts';
import { appRule } from '../rule.ts';

/** Helm, Kustomize, Jsonnet or a plugin fails on what was fetched. */
export const renderFails = appRule({
  id: 'render-fails',
  title: 'The manifests cannot be rendered',
  driftClass: 'render-failure',
  needs: [],

  claim({ app }) {
    const failure = findComparisonFailure(app);
    return failure?.family.driftClass === 'render-failure' ? failureClaim(failure, []) : undefined;
  },
});
