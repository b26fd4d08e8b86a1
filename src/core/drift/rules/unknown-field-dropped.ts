import { isWholeElement } from '../../kubernetes/built-in-defaults.ts';
import { isKnownField } from '../../kubernetes/known-fields.ts';
import { isFreeMap } from '../../kubernetes/object-metadata.ts';
import { isPrunedBySchema } from '../../kubernetes/schema.ts';
import { type Change, isOnlyInGit } from '../../model/change.ts';
import { lastToken, parentOf, parsePointer } from '../../model/pointer.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isSyncedAtThisRevision, isTouchedByPerson, isWrittenByArgoCd, listPaths, pathsOf } from '../subject.ts';

/** A key that the schema does not know (a typo, an old CRD, a newer API): the API server prunes it at every apply. */
export const unknownFieldDropped = resourceRule({
  id: 'unknown-field-dropped',
  title: 'Git states a field that the API server prunes',
  driftClass: 'explicit-default',
  needs: ['schema'],

  claim(subject) {
    if (subject.resource.live === null || subject.resource.target === null) return undefined;
    const changes = subject.changes.filter((change) => isOnlyInGit(change) && isPruned(subject, change));
    if (changes.length === 0) return undefined;
    const isUnknown = changes.every((change) => isUnknownToSchema(subject, change));
    return {
      changes,
      owner: 'kube-apiserver',
      cause: 'fields the API server prunes',
      // without self-heal a person may have taken it out and left no trace in managedFields
      confidence: isUnknown ? 'certain' : subject.app.autoSync.selfHeal ? 'likely' : 'guess',
      evidence: [
        isUnknown
          ? { source: 'schema', says: `the CRD’s schema does not know ${listPaths(changes)}` }
          : {
              source: 'argocd',
              says: `the sync of this very revision succeeded and ${listPaths(changes)} is still absent live`,
            },
      ],
      fixes: [
        {
          kind: 'drop-from-git',
          paths: pathsOf(changes),
          detail: `drop ${listPaths(changes)} from Git, or correct the name: the API server does not keep it`,
        },
        {
          kind: 'fix-manifest',
          paths: pathsOf(changes),
          detail: 'or write the field where and how this version of the API knows it',
        },
      ],
    };
  },
});

function isUnknownToSchema({ resource }: Subject, { desiredPath }: Change): boolean {
  return isPrunedBySchema(
    resource.facts.schema ?? undefined,
    parsePointer(parentOf(desiredPath)),
    lastToken(desiredPath),
  );
}

/** Applied with success at this revision by Argo CD and still absent: the API server did not keep it. */
function isPruned(subject: Subject, change: Change): boolean {
  if (isUnknownToSchema(subject, change)) return true;
  if (isWholeElement(change.path) || isFreeMap(lastToken(parentOf(change.path)))) return false;
  if (!isSyncedAtThisRevision(subject) || !isWrittenByArgoCd(subject) || isTouchedByPerson(subject)) return false;
  // the type or the schema keeps it: without self-heal, which would have put it back, somebody took it out
  const isKept = isKnownField(subject.resource.ref, change.path) || Boolean(subject.resource.facts.schema);
  return subject.app.autoSync.selfHeal || !isKept;
}
