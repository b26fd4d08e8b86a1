import { appliesServerSide } from '../../compare/strategy.ts';
import { resolveAlong } from '../../diff/parallel.ts';
import { sameMeaning } from '../../diff/same-meaning.ts';
import { foreignWriter } from '../../diff/writers.ts';
import { isWholeElement } from '../../kubernetes/built-in-defaults.ts';
import type { Change } from '../../model/change.ts';
import { isEmpty, isList, isZero } from '../../model/json.ts';
import { parsePointer } from '../../model/pointer.ts';
import { resourceRule, type Subject } from '../rule.ts';
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
    const changes = subject.changes.filter((change) => isUnattributed(change, subject));
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
function isUnattributed(change: Change, subject: Subject<never>): boolean {
  if (change.sameMeaning !== undefined || foreignWriter(change) !== undefined) return false;
  if (isReordered(change) || (isTakenOut(change) && wasApplied(change, subject))) return true;
  const isSet = change.live !== undefined && (change.desired !== undefined || isWholeElement(change.path));
  return isSet && change.writers.length === 0;
}

const CONTAINER = /\/(initContainers|containers)\/\d+$/;

/** managedFields name no one for what is gone. Of lists only containers: smaller entries are what admission takes out as well. */
function isTakenOut({ path, desired, live }: Change): boolean {
  if (isWholeElement(path) && !CONTAINER.test(path)) return false;
  return live === undefined && path !== '' && desired !== undefined && !isZero(desired) && !isEmpty(desired);
}

/** A server-side apply leaves no record of what it sent: whether the field was ever there is not known then. */
function wasApplied({ desiredPath }: Change, { app, resource, comparison }: Subject<never>): boolean {
  if (comparison.lastApplied === undefined) return !appliesServerSide(app, resource.target);
  const wanted = resource.verdict?.predicted ?? resource.target ?? {};
  return resolveAlong(comparison.lastApplied, wanted, parsePointer(desiredPath)) !== undefined;
}

/** Nor for an order: the elements are Argo CD's, and somebody moved them. */
function isReordered({ desired, live }: Change): boolean {
  return isList(desired) && isList(live) && desired.length === live.length && sameMeaning(desired, live) === 'order';
}
