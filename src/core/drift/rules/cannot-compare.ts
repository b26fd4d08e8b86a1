import type { Change } from '../../model/change.ts';
import { ends } from '../../words/ends.ts';
import { failureClaim, findComparisonFailure, mentionsName } from '../failure/failure.ts';
import { resourceRule } from '../rule.ts';

/** The comparison of this very resource fails: the message names one of its fields, or the object itself. */
export const cannotCompare = resourceRule({
  id: 'cannot-compare',
  title: 'Argo CD cannot compare this resource',
  driftClass: 'diff-failure',
  needs: [],

  claim(subject) {
    const failure = findComparisonFailure(subject.app);
    if (failure?.family.driftClass !== 'diff-failure') return undefined;
    const named = subject.changes.filter((change) => isNamed(change, failure.message));
    const isAlone = subject.app.resources.length <= 1;
    if (named.length === 0 && !isAlone && !mentionsName(failure.message, subject.resource.ref.name)) return undefined;
    return failureClaim(failure, named.length > 0 ? named : []);
  },
});

/** `.spec.template.spec.containers[name="app"].env` in a message against `/spec/template/spec/containers/0/env`. */
function isNamed({ path }: Change, message: string): boolean {
  const dotted = path
    .split('/')
    .filter((token) => token !== '' && !/^\d+$/.test(token))
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
  const normalised = ends(message).replace(/\[[^[\]]*\]/g, '');
  return dotted !== '' && new RegExp(`(^|[^\\w])\\.?${escapeForm(dotted)}([^\\w]|$)`).test(normalised);
}

function escapeForm(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
