import { stringAt } from '../../model/json.ts';
import { isCustomResourceDefinition } from '../../model/resource-ref.ts';
import { resourceRule } from '../rule.ts';
import { isStrangerToArgoCd, pathsOf } from '../subject.ts';

/**
 * CRDs never get a tracking id, so a missing one proves nothing. The proof is that Argo CD never wrote it: a bootstrap
 * installed it before the app existed. Annotating it by hand closes nothing.
 */
export const crdOlderThanApp = resourceRule({
  id: 'crd-older-than-app',
  title: 'The CRD was installed before Argo CD managed it',
  driftClass: 'untracked',
  needs: [],

  claim(subject) {
    const { app, resource, changes, comparison } = subject;
    if (!isCustomResourceDefinition(resource.ref) || changes.length === 0 || resource.live === null) return undefined;
    if (resource.target === null || !isStrangerToArgoCd(subject)) return undefined;
    const created = stringAt(resource.live, 'metadata', 'creationTimestamp');
    const installer = comparison.managed.writers.at(-1)?.manager ?? '';
    const isOlder = created !== undefined && app.createdAt !== undefined && created < app.createdAt;
    return {
      changes,
      owner: installer === '' ? '' : `${installer} (bootstrap)`,
      cause: 'CRD never applied by Argo CD',
      confidence: isOlder ? 'certain' : 'likely',
      evidence: [
        {
          source: 'managed-fields',
          says: `argocd-controller is not among the writers${installer === '' ? '' : `; ${installer} installed it`}`,
        },
        ...(isOlder
          ? [
              {
                source: 'history' as const,
                says: `the CRD is from ${created}, the application from ${app.createdAt ?? ''}`,
              },
            ]
          : []),
        { source: 'argocd', says: 'CRDs never get a tracking id: writing one by hand closes nothing' },
      ],
      fixes: [
        { kind: 'ignore-narrow', paths: pathsOf(changes) },
        {
          kind: 'sync',
          paths: pathsOf(changes),
          detail: 'or let Argo CD take it over: sync this CRD once with ServerSideApply=true',
        },
      ],
    };
  },
});
