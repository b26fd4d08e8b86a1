import type { ResourceRule } from '../rule.ts';
import { isGitAhead, isOnlyGit, wasNeverSynced } from '../subject.ts';

/** In Git, not yet in the cluster, and no sync of this revision has happened that could have brought it. */
export const neverSynced: ResourceRule = {
  id: 'never-synced',
  title: 'Waiting for its first sync',
  driftClass: 'pending',
  about: 'resource',

  claim(subject) {
    const { app, resource, changes } = subject;
    if (!isOnlyGit(subject)) return undefined;
    const wasApplied =
      app.operation?.resources.some(
        ({ kind, name, status }) => kind === resource.ref.kind && name === resource.ref.name && status === 'Synced',
      ) ?? false;
    const ahead = isGitAhead(app) && !wasApplied;
    const running = app.operation?.phase === 'Running';
    if (!wasNeverSynced(app) && !ahead && !running) return undefined;
    return {
      changes,
      owner: '',
      cause: ahead ? 'newer revision' : running ? 'operation waits' : 'never synced',
      confidence: 'certain',
      evidence: [
        ahead
          ? {
              source: 'argocd',
              says: `compared with ${app.sync.revisions.join(', ')}, last synced ${app.operation?.revisions.join(', ') ?? 'never'}`,
            }
          : running
            ? { source: 'argocd', says: `operation Running: ${app.operation?.message ?? ''}` }
            : {
                source: 'history',
                says: `the app was never synced; automated sync is ${app.autoSync.enabled ? 'on' : 'off'}`,
              },
      ],
      fixes: [
        {
          kind: 'sync',
          paths: [''],
          detail: ahead
            ? 'sync the newer revision'
            : running
              ? 'let the running operation end, or terminate it and sync'
              : 'run the first sync',
        },
      ],
    };
  },
};
