import { isArgoCd } from '../../diff/writers.ts';
import { isWithin } from '../../model/pointer.ts';
import { resourceRule } from '../rule.ts';
import { pathsOf } from '../subject.ts';

/** Token and pull secrets are appended to ServiceAccounts by the token controller and by OpenShift. */
export const serviceAccountSecrets = resourceRule({
  id: 'service-account-secrets',
  title: 'Secrets appended to a ServiceAccount',
  driftClass: 'mutated',
  needs: [],

  claim({ resource, changes }) {
    if (resource.ref.kind !== 'ServiceAccount' || resource.ref.group !== '') return undefined;
    const appended = changes.filter(
      ({ path, live, writers }) =>
        live !== undefined &&
        !(writers.length > 0 && writers.every(({ manager }) => isArgoCd(manager))) &&
        (isWithin(path, '/secrets') || isWithin(path, '/imagePullSecrets')),
    );
    if (appended.length === 0) return undefined;
    return {
      changes: appended,
      owner: 'ServiceAccount token controller',
      cause: 'secrets appended to ServiceAccounts',
      confidence: 'likely',
      evidence: [{ source: 'live', says: 'generated token or pull secrets stand in a list that Git declares' }],
      fixes: [
        { kind: 'ignore-narrow', paths: pathsOf(appended) },
        {
          kind: 'drop-from-git',
          paths: pathsOf(appended),
          detail: 'do not declare the list in Git: the controller appends to it',
        },
      ],
    };
  },
});
