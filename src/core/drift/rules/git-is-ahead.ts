import { foreignWriter } from '../../diff/writers.ts';
import type { Change } from '../../model/change.ts';
import { isOnlyInGit } from '../../model/change.ts';
import { resourceRule, type Subject } from '../rule.ts';
import {
  isGitAhead,
  isSyncedAtThisRevision,
  isUnchangedInGit,
  isWrittenByArgoCd,
  listPaths,
  pathsOf,
  wasNeverSynced,
} from '../subject.ts';
import { whenOpen, windowEvidence } from '../windows.ts';

/** What Git changed and nobody has synced yet. Comes after all that explains a difference at the same revision. */
export const gitIsAhead = resourceRule({
  id: 'git-is-ahead',
  title: 'Git is ahead of the cluster',
  driftClass: 'pending',
  needs: ['earlierChanges'],

  claim(subject) {
    const { app, resource } = subject;
    if (resource.live === null || resource.target === null) return undefined;
    const why = waitingBecause(subject);
    const changes = why === undefined ? [] : subject.changes.filter((change) => why.claims(change));
    if (why === undefined || changes.length === 0) return undefined;
    return {
      changes,
      owner: 'argocd-controller',
      cause: why.cause,
      confidence: why.cause === 'newer revision' ? 'certain' : 'likely',
      evidence: [
        { source: 'argocd', says: why.says },
        ...(app.operation?.phase === 'Running'
          ? [{ source: 'argocd' as const, says: `operation Running: ${app.operation.message}` }]
          : []),
        ...windowEvidence(app),
      ],
      fixes: [
        {
          kind: 'sync',
          paths: pathsOf(changes),
          detail:
            app.operation?.phase === 'Running'
              ? `terminate the running operation, then sync the newest revision${whenOpen(app)}`
              : `sync ${listPaths(changes)} from Git${whenOpen(app)}`,
        },
      ],
    };
  },
});

interface Waiting {
  readonly cause: string;
  readonly says: string;
  claims(change: Change): boolean;
}

function waitingBecause(subject: Subject): Waiting | undefined {
  const { app } = subject;
  const notForeign = (change: Change): boolean =>
    foreignWriter(change) === undefined && !isUnchangedInGit(subject, change);
  if (isGitAhead(app)) {
    return {
      cause: 'newer revision',
      says: `compared with ${app.sync.revisions.join(', ')}, last synced ${app.operation?.revisions.join(', ') ?? ''}`,
      claims: notForeign,
    };
  }
  if (wasNeverSynced(app)) return { cause: 'never synced', says: 'the app was never synced', claims: notForeign };
  const { operation } = app;
  if (operation?.phase === 'Running' && /sync window|waiting for/i.test(operation.message)) {
    return { cause: 'operation waits', says: operation.message, claims: notForeign };
  }
  if (app.autoSync.enabled || (isSyncedAtThisRevision(subject) && isWrittenByArgoCd(subject))) return undefined;
  return {
    cause: 'automated sync is off',
    says: 'automated sync is off: what Git changes waits for a person',
    claims: (change) => notForeign(change) && (isOnlyInGit(change) || change.writers.length > 0),
  };
}
