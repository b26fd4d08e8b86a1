import type { ResourceRule } from '../rule.ts';
import { isGitAhead, isOnlyGit, wasNeverSynced } from '../subject.ts';

/** In Git, not yet in the cluster, and no sync of this revision has happened that could have brought it. */
export const neverSynced: ResourceRule = {
  id: 'never-synced',
  title: 'Waiting for its first sync',
  driftClass: 'pending',
  about: 'resource',

  claim(subject) {
    const { app, changes } = subject;
    if (!isOnlyGit(subject)) return undefined;
    const ahead = isGitAhead(app);
    if (!wasNeverSynced(app) && !ahead) return undefined;
    return {
      changes,
      owner: '',
      cause: ahead ? 'newer revision' : 'never synced',
      confidence: 'certain',
      evidence: [
        ahead
          ? {
              source: 'argocd',
              says: `compared with ${app.sync.revisions.join(', ')}, last synced ${app.operation?.revisions.join(', ') ?? 'never'}`,
            }
          : {
              source: 'history',
              says: `the app was never synced; automated sync is ${app.autoSync.enabled ? 'on' : 'off'}`,
            },
      ],
      fixes: [{ kind: 'sync', paths: [''], detail: ahead ? 'sync the newer revision' : 'run the first sync' }],
    };
  },
};
