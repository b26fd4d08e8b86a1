import type { Observation } from '../facts/observation.ts';
import { defined } from '../model/defined.ts';
import type { EarlierChange } from '../model/observation.ts';
import { isSame, type ResourceRef } from '../model/resource-ref.ts';
import type { AppRecord, TrackedFinding } from './app-record.ts';

/** While Git is ahead a difference says nothing about how old it is. */
const GIT_AHEAD = new Set(['pending', 'missing']);

/**
 * Adds what memory knows to what was observed. In a repository of many apps every commit moves every app's revision; a
 * difference that was there before is none that the commit brought.
 */
export function withEarlier(observation: Observation, known: AppRecord | undefined): Observation {
  const { revisions } = observation.app.sync;
  const older = (known?.findings ?? []).filter(
    ({ driftClass, firstRevisions }) => !GIT_AHEAD.has(driftClass) && !isSameRevision(firstRevisions, revisions),
  );
  if (older.length === 0) return observation;
  return {
    ...observation,
    resources: observation.resources.map((resource) => {
      const earlierChanges = changesOf(older, resource.ref);
      return earlierChanges.length === 0 ? resource : { ...resource, facts: { ...resource.facts, earlierChanges } };
    }),
  };
}

function changesOf(findings: readonly TrackedFinding[], ref: ResourceRef): readonly EarlierChange[] {
  return findings
    .filter(({ resource }) => resource !== undefined && isSame(resource, ref))
    .flatMap(({ changes, driftClass }) =>
      changes.map(({ path, desired }) => ({
        path,
        ...defined({ desired }),
        ...(driftClass === 'nondeterministic' ? { isUnsteady: true } : {}),
      })),
    );
}

function isSameRevision(a: readonly string[], b: readonly string[]): boolean {
  return a.join(' ') === b.join(' ');
}
