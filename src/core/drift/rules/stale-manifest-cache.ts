import { resourceRule, type Subject } from '../rule.ts';
import { isOnlyLive } from '../subject.ts';

/**
 * Everything wants pruning at once though nobody removed it from Git: an empty or stale render. Nothing may be deleted
 * on this evidence.
 */
export const staleManifestCache = resourceRule({
  id: 'stale-manifest-cache',
  title: 'Argo CD compares against a stale or empty render',
  driftClass: 'residual',
  needs: ['afterHardRefresh', 'commits', 'otherApps'],

  claim(subject) {
    const { resource, changes } = subject;
    if (!isOnlyLive(subject) || resource.live === null) return undefined;
    const proof = staleness(subject);
    if (proof === undefined) return undefined;
    return {
      changes,
      owner: 'repo-server manifest cache',
      cause: 'stale manifest cache',
      confidence: 'likely',
      evidence: [{ source: 'argocd', says: proof }],
      fixes: [
        {
          kind: 'upgrade-argocd',
          paths: [],
          detail: 'hard refresh the app; keep automated prune off and upgrade Argo CD if it returns; delete nothing',
        },
        {
          kind: 'inspect-logs',
          paths: [],
          detail: 'read the repo-server’s log around the last render of this revision',
        },
      ],
    };
  },
});

function staleness({ app, resource }: Subject): string | undefined {
  const { afterHardRefresh, commits, otherApps } = resource.facts;
  if (afterHardRefresh?.sync === 'Synced')
    return 'after a hard refresh the resource is in Git again: the render was stale';
  const plain = app.resources.filter(({ hook }) => !hook);
  const everything = plain.length > 1 && plain.every(({ requiresPruning }) => requiresPruning);
  if (!everything) return undefined;
  if (otherApps?.some(({ everythingWantsPruning }) => everythingWantsPruning))
    return 'every resource of this app and of others wants pruning at once';
  if (commits?.length === 0) return 'every resource of the app wants pruning at once and no commit removed them';
  return commits === undefined && plain.length > 2 ? 'every resource of the app wants pruning at once' : undefined;
}
