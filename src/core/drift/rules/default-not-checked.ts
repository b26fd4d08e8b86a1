import { resolveAlong } from '../../diff/parallel.ts';
import { foreignWriter } from '../../diff/writers.ts';
import { isWholeElement } from '../../kubernetes/built-in-defaults.ts';
import { type Change, isOnlyInLive } from '../../model/change.ts';
import { isWithin, parsePointer, resolve } from '../../model/pointer.ts';
import { isBuiltIn } from '../../model/resource-ref.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { listPaths, pathsOf, show } from '../subject.ts';

/**
 * A live-only field of a custom resource that nobody but Argo CD owns, while the CRD's schema could not be read: most
 * likely its default. A sync would not take it away, so none is advised.
 */
export const defaultNotChecked = resourceRule({
  id: 'default-not-checked',
  title: 'Probably a default of a CRD whose schema was not checked',
  driftClass: 'schema-default',
  needs: ['schema'],

  claim(subject) {
    const { resource } = subject;
    if (resource.facts.schema !== undefined || isBuiltIn(resource.ref)) return undefined;
    if (resource.live === null || resource.target === null) return undefined;
    const changes = subject.changes.filter((change) => mayBeDefault(change) && !wasDeclared(subject, change));
    if (changes.length === 0) return undefined;
    return {
      changes,
      owner: '',
      cause: 'probably defaults; the CRD schema was not checked',
      confidence: 'guess',
      evidence: [
        ...changes.slice(0, 4).map(({ path, live }) => ({
          source: 'managed-fields' as const,
          says: `${path}: ${show(live)} live, absent in Git, and no other writer owns it`,
        })),
        { source: 'schema', says: 'couldn’t check: the CRD’s schema was not read, so this is probably a default' },
      ],
      fixes: [
        {
          kind: 'pin-in-git',
          paths: pathsOf(changes),
          detail: `check the default of ${listPaths(changes)} in the CRD’s schema; if it is one, state it in Git`,
        },
      ],
    };
  },
});

function mayBeDefault(change: Change): boolean {
  return (
    isOnlyInLive(change) &&
    foreignWriter(change) === undefined &&
    !isWholeElement(change.path) &&
    !isWithin(change.path, '/metadata')
  );
}

/** Git stated it at the last client-side apply: it was removed there since. */
function wasDeclared({ comparison, resource }: Subject<'schema'>, { path }: Change): boolean {
  const { lastApplied } = comparison;
  if (lastApplied === undefined) return false;
  const stated = resolveAlong(lastApplied, resource.live ?? {}, parsePointer(path)) ?? resolve(lastApplied, path);
  return stated !== undefined;
}
