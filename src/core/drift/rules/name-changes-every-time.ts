import { resourceRule } from '../rule.ts';
import { isOnlyGit } from '../subject.ts';
import { rendererFixes } from './render-changes-every-time.ts';

/** Two renders of one revision differ and the object is never there: its very name holds a time or a random part. */
export const nameChangesEveryTime = resourceRule({
  id: 'name-changes-every-time',
  title: 'Each render names another object',
  driftClass: 'nondeterministic',
  needs: ['renders'],

  claim(subject) {
    const { resource, changes } = subject;
    if (!isOnlyGit(subject) || new Set(resource.facts.renders ?? []).size < 2) return undefined;
    return {
      changes,
      owner: 'helm chart render',
      cause: 'the render is not deterministic',
      confidence: 'likely',
      evidence: [
        { source: 'render', says: 'two renders of this revision gave different manifests' },
        {
          source: 'live',
          says: `no ${resource.ref.kind} of that name is in the cluster: the next render asks for another`,
        },
      ],
      fixes: rendererFixes(subject, [''])
        .toSorted((a, b) => Number(b.kind === 'fix-template') - Number(a.kind === 'fix-template'))
        .slice(0, 1),
    };
  },
});
