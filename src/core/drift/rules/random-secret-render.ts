import { foreignWriter, isArgoCd } from '../../diff/writers.ts';
import type { Change } from '../../model/change.ts';
import { isWithin } from '../../model/pointer.ts';
import { isSecret } from '../../model/resource-ref.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { annotationsOf, isSyncedAtThisRevision, isTouchedByPerson, labelsOf, listPaths } from '../subject.ts';
import { rendererFixes } from './render-changes-every-time.ts';

/**
 * `randAlphaNum` and its like in a Secret. Its values are masked, so nothing of their form can be seen; but Argo CD alone
 * wrote them, at the sync of this very revision, and Git renders others now.
 */
export const randomSecretRender = resourceRule({
  id: 'random-secret-render',
  title: 'A Secret that Argo CD wrote from this revision renders differently now',
  driftClass: 'nondeterministic',
  needs: ['renders'],

  claim(subject) {
    const { ref, facts } = subject.resource;
    if (facts.renders !== undefined && new Set(facts.renders).size === 1) return undefined;
    if (!isSecret(ref) || !isSyncedAtThisRevision(subject) || isTouchedByPerson(subject)) return undefined;
    const changes = subject.changes.filter(isWrittenByArgoCdAlone);
    if (changes.length === 0) return undefined;
    return {
      changes,
      owner: 'helm chart render',
      cause: 'a Secret with random values',
      confidence: isFromHelm(subject) ? 'likely' : 'guess',
      evidence: [
        {
          source: 'managed-fields',
          says: `Argo CD alone wrote ${listPaths(changes)}, the last sync of this revision succeeded, and Git renders another value now`,
        },
        ...(isFromHelm(subject) ? [{ source: 'git' as const, says: 'Helm renders it' }] : []),
      ],
      fixes: rendererFixes(
        subject,
        changes.map(({ path }) => path),
      ),
    };
  },
});

function isWrittenByArgoCdAlone(change: Change): boolean {
  return (
    (isWithin(change.path, '/data') || isWithin(change.path, '/stringData')) &&
    change.desired !== undefined &&
    change.live !== undefined &&
    change.sameMeaning === undefined &&
    foreignWriter(change) === undefined &&
    change.writers.some(({ manager }) => isArgoCd(manager))
  );
}

function isFromHelm({ app, resource: { target, live } }: Pick<Subject, 'app' | 'resource'>): boolean {
  const isHelms = (entries: object): boolean => Object.keys(entries).some((key) => /^(meta\.)?helm\.sh\//.test(key));
  return (
    app.sources.some(({ chart, helmValues }) => chart !== undefined || helmValues !== undefined) ||
    [target, live].some(
      (manifest) =>
        isHelms(labelsOf(manifest)) ||
        isHelms(annotationsOf(manifest)) ||
        labelsOf(manifest)['app.kubernetes.io/managed-by'] === 'Helm',
    )
  );
}
