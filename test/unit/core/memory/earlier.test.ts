import { describe, expect, it } from 'vitest';
import { withEarlier } from '../../../../src/core/memory/earlier.ts';
import type { Change } from '../../../../src/core/model/change.ts';
import type { DriftClass } from '../../../../src/core/model/drift-class.ts';
import { aManifest, anObservation, aRef } from '../../../support/builders.ts';
import { aFinding, afterSightings } from '../../../support/memory-builders.ts';

const observation = anObservation({
  app: { sync: { status: 'OutOfSync', revisions: ['r2'] } },
  target: aManifest(),
  live: aManifest(),
});
const ref = observation.resources[0]?.ref ?? aRef();
const change: Change = { path: '/spec/x', desiredPath: '/spec/x', desired: 'git', live: 'live', writers: [] };
const known = (driftClass: DriftClass, revision: string) =>
  afterSightings({
    revisions: [revision],
    found: { findings: [aFinding({ driftClass, resource: ref, changes: [change] })], runbook: [], gaps: [] },
  });
const factsWith = (driftClass: DriftClass, revision: string) =>
  withEarlier(observation, known(driftClass, revision)).resources[0]?.facts.earlierChanges;

describe('what memory adds to an observation', () => {
  it('is what differed already when Git stood at another revision', () => {
    expect(factsWith('residual', 'r1')).toEqual([{ path: '/spec/x', desired: 'git' }]);
  });

  it('is nothing at the same revision, nothing from while Git was ahead, nothing of a stranger', () => {
    expect(factsWith('residual', 'r2')).toBeUndefined();
    expect(factsWith('pending', 'r1')).toBeUndefined();
    expect(withEarlier(observation, undefined)).toBe(observation);
  });
});
