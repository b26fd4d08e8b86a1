import { resourceRule } from '../rule.ts';
import { pathsOf, show } from '../subject.ts';

/** What nobody claims. It is named, so that the next person can tell the noise from the signal. Always last. */
export const residual = resourceRule({
  id: 'residual',
  title: 'Nothing known explains it',
  driftClass: 'residual',
  needs: ['dryRun', 'shownDiff', 'syncsLastHour'],

  claim({ resource, changes }) {
    const { dryRun, shownDiff, syncsLastHour } = resource.facts;
    return {
      changes,
      owner: '',
      cause: changes.length === 0 ? 'flagged without a difference' : 'unexplained difference',
      confidence: 'guess',
      evidence: [
        ...changes.slice(0, 4).map((change) => ({
          source: 'live' as const,
          says: `${change.path}: live ${show(change.live)}, Git ${show(change.desired)}`,
        })),
        ...(changes.length === 0 ? [{ source: 'argocd' as const, says: 'OutOfSync, and no field differs' }] : []),
        ...(dryRun
          ? [
              {
                source: 'cluster' as const,
                says: dryRun.changed
                  ? 'a server-side dry run would change it'
                  : 'a server-side dry run changes nothing',
              },
            ]
          : []),
        ...(shownDiff === '' ? [{ source: 'argocd' as const, says: 'Argo CD’s own diff is empty' }] : []),
        ...(syncsLastHour === undefined
          ? []
          : [{ source: 'argocd' as const, says: `${syncsLastHour} syncs in the last hour` }]),
      ],
      fixes: [
        {
          kind: 'inspect-logs',
          paths: pathsOf(changes),
          detail: 'name it, keep it visible, and read the application controller’s log at the next comparison',
        },
        {
          kind: 'server-side-diff',
          paths: pathsOf(changes),
          detail: 'try argocd.argoproj.io/compare-options: ServerSideDiff=true on the application',
        },
        ...(changes.length === 0
          ? [
              {
                kind: 'upgrade-argocd' as const,
                paths: [],
                detail: 'upgrade Argo CD if a newer version compares this kind differently',
              },
            ]
          : []),
      ],
    };
  },
});
