import { shortened } from '../../words/shorten.ts';
import { findApplyFailure } from '../failure/failure.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isGitAhead, isOnlyGit, wasNeverSynced } from '../subject.ts';
import { whenOpen, windowEvidence } from '../windows.ts';

/** In Git, not yet in the cluster, and no sync of this revision has brought it: none ran, or it ended before. */
export const neverSynced = resourceRule({
  id: 'never-synced',
  title: 'Waiting for its first sync',
  driftClass: 'pending',
  needs: ['deletions'],

  claim(subject) {
    if (!isOnlyGit(subject)) return undefined;
    const why = waitingBecause(subject);
    if (!why) return undefined;
    return {
      changes: subject.changes,
      owner: '',
      cause: why.cause,
      confidence: why.cause === 'sync failed before it' ? 'likely' : 'certain',
      evidence: [{ source: why.source, says: why.says }, ...windowEvidence(subject.app)],
      fixes: [{ kind: 'sync', paths: [''], detail: `${why.step}${whenOpen(subject.app)}` }],
    };
  },
});

interface Waiting {
  readonly cause: string;
  readonly source: 'argocd' | 'history';
  readonly says: string;
  readonly step: string;
}

function waitingBecause(subject: Subject): Waiting | undefined {
  const { app } = subject;
  if (isGitAhead(app) && !wasApplied(subject)) {
    return {
      cause: 'newer revision',
      source: 'argocd',
      says: `compared with ${app.sync.revisions.join(', ')}, last synced ${app.operation?.revisions.join(', ') ?? 'never'}`,
      step: 'sync the newer revision',
    };
  }
  if (app.operation?.phase === 'Running') {
    return {
      cause: 'operation waits',
      source: 'argocd',
      says: `operation Running: ${app.operation.message}`,
      step: 'let the running operation end, or terminate it and sync',
    };
  }
  if (wasNeverSynced(app)) {
    return {
      cause: 'never synced',
      source: 'history',
      says: `the app was never synced; automated sync is ${app.autoSync.enabled ? 'on' : 'off'}`,
      step: 'run the first sync',
    };
  }
  return failedBefore(subject);
}

/** An operation that failed records what it reached: what is not on record as applied is not gone, it never came. */
function failedBefore(subject: Subject): Waiting | undefined {
  const failure = findApplyFailure(subject.app);
  const isDeleted = (subject.resource.facts.deletions ?? []).length > 0;
  if (!failure || subject.app.operation?.phase === 'Succeeded' || isDeleted || wasApplied(subject)) return undefined;
  return {
    cause: 'sync failed before it',
    source: 'argocd',
    says: `the last sync failed and did not apply this object (${failure.from}: ${shortened(failure.message)})`,
    step: 'first mend what the last sync failed on, then sync again: that brings this object too',
  };
}

function wasApplied({ app, resource }: Subject): boolean {
  return (
    app.operation?.resources.some(
      ({ kind, name, status }) => kind === resource.ref.kind && name === resource.ref.name && status === 'Synced',
    ) ?? false
  );
}
