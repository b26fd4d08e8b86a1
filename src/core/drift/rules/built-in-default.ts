import { isNewerDefault } from '../../compare/compare.ts';
import { foreignWriter } from '../../diff/writers.ts';
import { isBuiltInDefault } from '../../kubernetes/built-in-defaults.ts';
import type { Change } from '../../model/change.ts';
import { isOnlyInLive } from '../../model/change.ts';
import { isBuiltIn } from '../../model/resource-ref.ts';
import { resourceRule } from '../rule.ts';
import { pathsOf, show } from '../subject.ts';

/** A default of a built-in type, or a live-only field that nobody else owns: the API server filled it in. */
export const builtInDefault = resourceRule({
  id: 'built-in-default',
  title: 'Default of the built-in type',
  driftClass: 'schema-default',
  needs: [],

  claim({ resource, changes, comparison }) {
    if (resource.live === null || resource.target === null) return undefined;
    const document = resource.live;
    const isKnown = ({ path, live }: Change): boolean =>
      live !== undefined && isBuiltInDefault(resource.ref, path, live, document);
    const isUnowned = (change: Change): boolean =>
      isBuiltIn(resource.ref) && isNewerDefault(resource.ref, change, comparison.managed);
    const filled = changes.filter(
      (change) => isOnlyInLive(change) && foreignWriter(change) === undefined && (isKnown(change) || isUnowned(change)),
    );
    const [first] = filled;
    if (!first) return undefined;
    const known = filled.every(isKnown);
    return {
      changes: filled,
      owner: 'kube-apiserver',
      cause: 'defaults of the built-in type',
      confidence: known ? 'certain' : 'likely',
      evidence: filled.slice(0, 4).map(({ path, live }) => ({
        source: known ? ('schema' as const) : ('managed-fields' as const),
        says: known
          ? `${path}: the API server defaults it to ${show(live)}`
          : `${path}: ${show(live)} live, and nobody but Argo CD owns it`,
      })),
      fixes: [
        { kind: 'pin-in-git', paths: pathsOf(filled) },
        { kind: 'server-side-diff', paths: pathsOf(filled) },
        { kind: 'ignore-narrow', paths: pathsOf(filled) },
      ],
    };
  },
});
