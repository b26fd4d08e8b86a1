import type { ResourceObservation } from '../../facts/observation.ts';
import type { Change, SameMeaning } from '../../model/change.ts';
import { isZero } from '../../model/json.ts';
import { isBuiltIn } from '../../model/resource-ref.ts';
import { resourceRule } from '../rule.ts';
import { pathsOf, show } from '../subject.ts';

const WORDS: Readonly<Record<SameMeaning, string>> = {
  quantity: 'the same quantity',
  duration: 'the same duration',
  'int-or-string': 'the same number, once as text',
  'boolean-text': 'the same truth value, once as text',
  base64: 'the same text, once base64-encoded',
  whitespace: 'the same text but for white space',
  'letter-case': 'the same word in other letter case',
  timestamp: 'the same instant',
  'json-text': 'the same JSON in another form',
  empty: 'both empty',
  order: 'the same elements in another order',
  duplicates: 'the same entries once duplicates are dropped',
  'api-version': 'the same object in another API version',
};

/** Git and live say the same in different spellings; the API server, or a controller, stores its canonical form. */
export const sameMeaning = resourceRule({
  id: 'same-meaning',
  title: 'Same meaning, other spelling',
  driftClass: 'normalization',
  needs: ['storedVersions'],

  claim({ resource, changes }) {
    const meaningOf = (change: Change): SameMeaning | undefined => meaningFor(resource, change);
    const same = changes.filter((change) => meaningOf(change) !== undefined);
    const [first] = same;
    if (!first) return undefined;
    const meaning = meaningOf(first) ?? 'empty';
    const paths = pathsOf(same);
    const canonical = {
      kind: 'fix-manifest',
      paths,
      detail:
        meaning === 'api-version'
          ? 'write the object in the API version that is stored'
          : `write the stored form in Git: ${same
              .slice(0, 4)
              .map(({ path, live }) => `${path}: ${show(live)}`)
              .join('; ')}`,
    } as const;
    const upgrade = {
      kind: 'upgrade-argocd',
      paths,
      detail: 'a version of Argo CD that knows every field of this kind normalises it',
    } as const;
    return {
      changes: same,
      owner: 'kube-apiserver',
      cause: `spelled differently: ${meaning}`,
      confidence: 'certain',
      evidence: same.slice(0, 4).map((change) => ({
        source: 'live' as const,
        says: `${change.path}: Git ${show(change.desired)}, live ${show(change.live)}: ${WORDS[meaningOf(change) ?? 'empty']}`,
      })),
      fixes: isBuiltIn(resource.ref) ? [canonical, upgrade] : [canonical],
    };
  },
});

function meaningFor(resource: ResourceObservation, change: Change): SameMeaning | undefined {
  const { path, sameMeaning, desired, live } = change;
  if (path === '/apiVersion' && desired !== undefined && live !== undefined) return 'api-version';
  return isLostInConversion(resource, change) ? 'api-version' : sameMeaning;
}

/** Git uses a version that is only converted to: what that version cannot carry comes back empty. */
function isLostInConversion({ version, facts }: ResourceObservation, { live, desired }: Change): boolean {
  const stored = facts.storedVersions ?? [];
  return stored.length > 0 && version !== '' && !stored.includes(version) && live === undefined && !isZero(desired);
}
