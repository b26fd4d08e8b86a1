import { failureClaim, findComparisonFailure } from '../failure/failure.ts';
import type { AppRule } from '../rule.ts';

/** Helm, Kustomize, Jsonnet or a plugin fails on what was fetched. */
export const renderFails: AppRule = {
  id: 'render-fails',
  title: 'The manifests cannot be rendered',
  driftClass: 'render-failure',
  about: 'app',

  claim({ app }) {
    const failure = findComparisonFailure(app);
    return failure?.family.driftClass === 'render-failure' ? failureClaim(failure, []) : undefined;
  },
};
