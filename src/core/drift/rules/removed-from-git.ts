import { isArgoCd } from '../../diff/writers.ts';
import { isOnlyInLive } from '../../model/change.ts';
import { resourceRule } from '../rule.ts';
import { listPaths, pathsOf } from '../subject.ts';

/**
 * Live only, and Argo CD alone wrote it: an earlier revision stated the field. A client-side sync without last-applied
 * leaves it where it is, so it can stay for long.
 */
export const removedFromGit = resourceRule({
  id: 'removed-from-git',
  title: 'Git no longer states what Argo CD once wrote',
  driftClass: 'pending',
  needs: [],

  claim({ resource, changes }) {
    if (resource.live === null || resource.target === null) return undefined;
    const removed = changes.filter(
      (change) =>
        isOnlyInLive(change) && change.writers.length > 0 && change.writers.every(({ manager }) => isArgoCd(manager)),
    );
    if (removed.length === 0) return undefined;
    return {
      changes: removed,
      owner: 'argocd-controller (earlier revision)',
      cause: 'removed from Git',
      confidence: 'likely',
      evidence: [
        {
          source: 'managed-fields',
          says: `${listPaths(removed)} was written by Argo CD alone and is no longer in Git`,
        },
      ],
      fixes: [
        {
          kind: 'sync',
          paths: pathsOf(removed),
          detail: `sync ${listPaths(removed)} away; if it stays, sync this resource once with ServerSideApply=true or Replace=true`,
        },
      ],
    };
  },
});
