import { foreignWriter } from '../../diff/writers.ts';
import { isWholeElement } from '../../kubernetes/built-in-defaults.ts';
import type { Change } from '../../model/change.ts';
import { resourceRule } from '../rule.ts';
import { isSyncedAtThisRevision, listPaths, pathsOf, show } from '../subject.ts';

/**
 * The value differs at a revision that was synced with success, the render is stable and no controller is known behind
 * it: somebody changed it live. managedFields do not say who.
 */
export const changedWithoutGit = resourceRule({
  id: 'changed-without-git',
  title: 'Changed live with no Git change behind it',
  driftClass: 'manual-change',
  needs: [],

  claim(subject) {
    const { resource } = subject;
    if (resource.live === null || resource.target === null || !isSyncedAtThisRevision(subject)) return undefined;
    const changes = subject.changes.filter((change) => isUnattributed(change));
    const [first] = changes;
    if (!first) return undefined;
    return {
      changes,
      owner: '',
      cause: 'changed live, writer unknown',
      confidence: 'guess',
      evidence: [
        { source: 'live', says: `${first.path}: live ${show(first.live)}, Git ${show(first.desired)}` },
        {
          source: 'argocd',
          says: 'the last sync of this revision succeeded, and no controller, default or render explains the value',
        },
      ],
      fixes: [
        {
          kind: 'revert-live',
          paths: pathsOf(changes),
          detail: `find out who changed ${listPaths(changes)}, then set it back to Git`,
        },
        { kind: 'pin-in-git', paths: pathsOf(changes), detail: 'or commit it' },
      ],
    };
  },
});

/** A live-only field says little by itself; a value that differs, or an element that Git's list lacks, was set by someone. */
function isUnattributed(change: Change): boolean {
  const isSet = change.live !== undefined && (change.desired !== undefined || isWholeElement(change.path));
  return (
    isSet && change.writers.length === 0 && foreignWriter(change) === undefined && change.sameMeaning === undefined
  );
}
