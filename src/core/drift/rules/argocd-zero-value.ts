import { type Change, isOnlyInGit } from '../../model/change.ts';
import { isObject, isZero, type Json } from '../../model/json.ts';
import { isArgoCdKind } from '../../model/resource-ref.ts';
import { isDroppedByArgoCd } from '../argocd-zero-values.ts';
import { resourceRule } from '../rule.ts';
import { listPaths, pathsOf, show } from '../subject.ts';

/**
 * Argo CD rewrites its own Applications, AppProjects and ApplicationSets through Go structs with `omitempty`. A zero
 * value that Git spells out vanishes live at the next operation; a sync brings it back until the next rewrite.
 */
export const argocdZeroValue = resourceRule({
  id: 'argocd-zero-value',
  title: 'Argo CD drops a zero value from its own object',
  driftClass: 'explicit-default',
  needs: ['version'],

  claim({ resource, instance, changes }) {
    if (!isArgoCdKind(resource.ref) || resource.live === null) return undefined;
    const dropped = changes.filter(
      (change) =>
        (isOnlyInGit(change) &&
          isZero(change.desired) &&
          isDroppedByArgoCd(resource.ref.kind, change.desiredPath, instance.version)) ||
        isAddedByRewrite(resource.ref.kind, change),
    );
    const first = dropped.find(isOnlyInGit);
    if (!first) return undefined;
    return {
      changes: dropped,
      owner: 'argocd-application-controller',
      cause: 'Argo CD rewrites its own objects without zero values',
      confidence: 'certain',
      evidence: [
        { source: 'git', says: `${first.path} is ${show(first.desired)} in Git and absent live` },
        {
          source: 'argocd',
          says: 'every operation rewrites the object through Go structs that leave zero values out; absent means the same',
        },
      ],
      fixes: [
        {
          kind: 'drop-from-git',
          paths: pathsOf(dropped.filter(isOnlyInGit)),
          detail: `drop ${listPaths(dropped.filter(isOnlyInGit))} from Git: absent means the same`,
        },
      ],
    };
  },
});

/** The same rewrite adds empty structs to generators: `template: {metadata: {}, spec: {destination: {}, project: ""}}`. */
function isAddedByRewrite(kind: string, { path, desired, live }: Change): boolean {
  return (
    kind === 'ApplicationSet' &&
    desired === undefined &&
    path.includes('/generators/') &&
    (path.endsWith('/template') || path.endsWith('/selector')) &&
    isAllZero(live)
  );
}

function isAllZero(value: Json | undefined): boolean {
  return isObject(value) ? Object.values(value).every(isAllZero) : isZero(value);
}
