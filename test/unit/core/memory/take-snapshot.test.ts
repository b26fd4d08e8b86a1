import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../../src/core/memory/app-record.ts';
import { scanResult } from '../../../../src/core/memory/scan-result.ts';
import { scopeSnapshot } from '../../../../src/core/memory/scope-snapshot.ts';
import { takeSnapshot } from '../../../../src/core/memory/take-snapshot.ts';
import { patternsToSample, samplesOf } from '../../../../src/core/memory/track-patterns.ts';
import type { FixKind } from '../../../../src/core/model/fix.ts';
import { linesOf } from '../../../../src/core/pattern/lines.ts';
import { aFinding, afterSightings, T0 } from '../../../support/memory-builders.ts';
import { aFix, storyRecords } from '../../../support/story-memory.ts';

/** Two findings of one pattern whose first fixes disagree: the first app's is the one that counts, everywhere. */
const undecided = (['pin-in-git', 'ignore-narrow'] as const).map((kind: FixKind, index) => {
  const ref = { server: 'prod', namespace: 'argocd', name: `undecided-${index}` };
  const fixes = [aFix(kind, { closes: { closed: 1, of: 1 } })];
  return afterSightings({
    ref,
    project: `project-${index}`,
    found: { findings: [aFinding({ id: `u${index}`, app: ref, fixes, cause: 'two fixes' })], runbook: [], gaps: [] },
  });
});

/** In the order in which the store has them. */
const records = [...storyRecords, ...undecided].toSorted((a, b) => (a.ref.name < b.ref.name ? -1 : 1));

/** As the service publishes: small rows of all apps, whole records only of those that a pattern is named after. */
function published() {
  const rows = records.map(rowOf);
  const sampled = new Set([...patternsToSample(rows, []).values()].map(({ name }) => name));
  return takeSnapshot({
    instance: 'prod',
    scanId: '',
    now: T0,
    rows,
    samples: samplesOf(records.filter(({ ref }) => sampled.has(ref.name))),
    before: [],
    movements: [],
    isFirstScan: true,
    selectors: [],
    notHealthyAfterMs: 0,
    graceMsOf: () => 0,
  });
}

describe('the same findings', () => {
  const { snapshot, rows } = published();
  // a scan has its apps in the order in which they were done
  const scanned = scanResult(records.toReversed(), { instance: 'prod', now: T0 });

  it('are the same snapshot to the command line and to the service', () => {
    const { findings, rows: scannedRows, records: kept, ...taken } = scanned;
    expect(taken).toEqual(snapshot);
    expect(scannedRows).toEqual(rows);
    expect(kept).toEqual(records);
    expect(findings).toHaveLength(snapshot.patterns.reduce((sum, { resources }) => sum + resources, 0));
  });

  it('are the same lines to people', () => {
    expect(linesOf(scanned.patterns)).toEqual(linesOf(snapshot.patterns));
  });

  it('have the proof of what is counted, and none where their fixes disagree', () => {
    const secrets = snapshot.patterns.find(({ driftClass }) => driftClass === 'schema-default');
    expect(secrets).toMatchObject({ apps: 5, resources: 10, fix: { closes: { closed: 40, of: 40 } } });
    const pattern = snapshot.patterns.find(({ cause }) => cause === 'two fixes');
    expect(pattern).toMatchObject({ apps: 2, fix: { kind: 'pin-in-git', closes: null } });
  });

  it('prove to a viewer what the viewer sees', () => {
    const seen = scopeSnapshot(snapshot, [{ instances: ['*'], projects: ['project-0'] }]);
    expect(seen?.patterns).toMatchObject([{ apps: 1, fix: { kind: 'pin-in-git', closes: { closed: 1, of: 1 } } }]);
    const other = scopeSnapshot(snapshot, [{ instances: ['*'], projects: ['project-1'] }]);
    expect(other?.patterns).toMatchObject([{ apps: 1, fix: { kind: 'pin-in-git', closes: null } }]);
  });
});
