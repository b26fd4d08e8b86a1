import { resourceRule } from '../rule.ts';
import { isOnlyGit } from '../subject.ts';
import { whenOpen, windowEvidence } from '../windows.ts';

/** It was synced and is gone: somebody or something deleted it. */
export const goneFromCluster = resourceRule({
  id: 'gone-from-cluster',
  title: 'Deleted from the cluster',
  driftClass: 'missing',
  needs: ['deletions'],

  claim(subject) {
    const { app, resource, changes } = subject;
    if (!isOnlyGit(subject)) return undefined;
    const [deletion] = resource.facts.deletions ?? [];
    return {
      changes,
      owner: deletion ? `user delete (${deletion.by})` : '',
      cause: 'deleted live',
      confidence: deletion ? 'certain' : 'likely',
      evidence: [
        { source: 'live', says: 'the object is not in the cluster' },
        ...(deletion
          ? [
              {
                source: 'history' as const,
                says: `${deletion.by} deleted it${deletion.at === undefined ? '' : ` at ${deletion.at}`}`,
              },
            ]
          : []),
        ...(app.operation
          ? [{ source: 'argocd' as const, says: `last operation ${app.operation.phase}: ${app.operation.message}` }]
          : []),
        ...windowEvidence(app),
      ],
      fixes: [
        {
          kind: 'sync',
          paths: [''],
          detail: `re-create ${resource.ref.kind}/${resource.ref.name} from Git with a selective sync${whenOpen(app)}`,
        },
      ],
    };
  },
});
