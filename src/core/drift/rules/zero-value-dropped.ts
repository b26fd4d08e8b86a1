import { foreignWriter } from '../../diff/writers.ts';
import { isBuiltInDefault } from '../../kubernetes/built-in-defaults.ts';
import { isFreeMap } from '../../kubernetes/object-metadata.ts';
import { isSchemaDefault, schemaAt } from '../../kubernetes/schema.ts';
import type { Change } from '../../model/change.ts';
import { isOnlyInGit } from '../../model/change.ts';
import { isEqual } from '../../model/equal.ts';
import { isEmpty, isZero } from '../../model/json.ts';
import { lastToken, parentOf, parsePointer } from '../../model/pointer.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isSyncedAtThisRevision, listPaths, mayBeNewInGit, pathsOf, show } from '../subject.ts';

/**
 * Git spells out a zero, null, empty or default value; the API drops it or puts its own default in its place. While Git
 * is ahead the same line may be a wish that was not synced yet.
 */
export const zeroValueDropped = resourceRule({
  id: 'zero-value-dropped',
  title: 'Git states a zero or default value that the API drops',
  driftClass: 'explicit-default',
  needs: ['earlierChanges', 'schema'],

  claim(subject) {
    if (subject.resource.live === null || subject.resource.target === null) return undefined;
    const changes = subject.changes.filter(
      (change) =>
        !mayBeNewInGit(subject, change) &&
        (isDropped(subject, change) ||
          isStatedDefault(subject, change) ||
          isReplaced(change) ||
          isDefaulted(subject, change)),
    );
    const [first] = changes;
    if (!first) return undefined;
    return {
      changes,
      owner: 'kube-apiserver',
      cause: 'zero or default values stated in Git',
      confidence: isOnlyInGit(first) ? 'certain' : 'likely',
      evidence: [
        { source: 'git', says: `${first.path} is ${show(first.desired)} in Git and ${show(first.live)} live` },
      ],
      fixes: [
        {
          kind: 'drop-from-git',
          paths: pathsOf(changes),
          detail: `drop ${listPaths(changes)} from Git: stating nothing means the same`,
        },
      ],
    };
  },
});

/** The API keeps an empty entry of labels, annotations or data; once it was synced, whoever rewrites the object drops it. */
function isDropped(subject: Subject, change: Change): boolean {
  if (!isOnlyInGit(change) || !isZero(change.desired)) return false;
  const isKept = change.desired === '' && isFreeMap(lastToken(parentOf(change.path)));
  return !isKept || (isSyncedAtThisRevision(subject) && subject.comparison.managed.observed);
}

function isStatedDefault({ resource }: Subject, change: Change): boolean {
  if (!isOnlyInGit(change)) return false;
  const node = schemaAt(resource.facts.schema ?? undefined, parsePointer(change.desiredPath));
  return node?.default !== undefined && isEqual(node.default, change.desired);
}

/** `maxUnavailable: ""` becomes 1, `tolerations: null` stays what it was: an empty value that Git only pretends to set. */
function isReplaced(change: Change): boolean {
  if (change.live === undefined || change.desired === undefined || change.sameMeaning) return false;
  if (isFreeMap(lastToken(parentOf(change.path)))) return false;
  return isEmpty(change.desired) && !isEmpty(change.live) && foreignWriter(change) === undefined;
}

/** `timeoutSeconds: 0` becomes 1: the API takes the zero for "not set" and stores its default. */
function isDefaulted({ resource }: Subject, { path, desired, live, ...change }: Change): boolean {
  if (desired === undefined || live === undefined || !isZero(desired) || foreignWriter(change) !== undefined)
    return false;
  return (
    isBuiltInDefault(resource.ref, path, live, resource.live ?? {}) ||
    isSchemaDefault(resource.facts.schema ?? undefined, parsePointer(path), live)
  );
}
