import { describe, expect, it } from 'vitest';
import type { AppRecord } from '../../../../src/core/memory/app-record.ts';
import type { PatternRecord } from '../../../../src/core/memory/pattern-record.ts';
import { patternsToSample, trackPatterns } from '../../../../src/core/memory/track-patterns.ts';
import { aFinding, afterSightings, at, MINUTE, rowsOf } from '../../../support/memory-builders.ts';

const app = (name: string, ...minutes: readonly number[]): AppRecord =>
  afterSightings(
    ...minutes.map((minute) => ({
      at: at(minute),
      ref: { server: 'prod', namespace: 'argocd', name },
      project: name.slice(0, 1),
    })),
  );

function track(
  records: readonly AppRecord[],
  minute: number,
  before: readonly PatternRecord[] = [],
  isFirstScan = false,
) {
  const samples = new Map(
    records.flatMap(({ findings }) => findings.map((finding) => [finding.pattern, finding] as const)),
  );
  return trackPatterns({
    rows: rowsOf(...records),
    sliceIdOf: ({ project }) => project,
    before,
    samples,
    movements: [],
    isFirstScan,
    now: at(minute),
    graceMsOf: () => 30 * MINUTE,
  });
}

describe('patterns across scans', () => {
  it('are one for many apps, with their share in each slice and the proofs added up', () => {
    const [pattern, ...others] = track([app('a1', 0), app('a2', 0), app('b1', 0)], 0);
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      apps: 3,
      resources: 3,
      names: ['a1', 'a2', 'b1'],
      fix: { kind: 'pin-in-git', closes: { closed: 3, of: 3 } },
    });
    expect(pattern?.slices).toMatchObject({ a: { apps: 2, names: ['a1', 'a2'] }, b: { apps: 1 } });
  });

  it('are confirmed by two looks and the grace of their class, not earlier', () => {
    expect(track([app('a1', 0)], 40)[0]?.confirmedAt).toBeUndefined();
    expect(track([app('a1', 0, 5)], 5)[0]?.confirmedAt).toBeUndefined();
    expect(track([app('a1', 0, 5, 35)], 35)[0]?.confirmedAt).toBe(at(35));
  });

  it('of the first scan are the baseline', () => {
    expect(track([app('a1', 0)], 0, [], true)[0]?.baseline).toBe(true);
    expect(track([app('a1', 0)], 0)[0]?.baseline).toBe(false);
  });

  it('keep their first sight and confirmation while they change size', () => {
    const before = track([app('a1', 0, 35)], 35);
    const [grown] = track([app('a1', 0, 35, 40), app('a2', 40)], 40, before);
    expect(grown).toMatchObject({ firstSeen: at(0), confirmedAt: at(35), apps: 2 });
  });

  it('are resolved when their last finding is, with the slowest proof, and stay so', () => {
    const before = track([app('a1', 0)], 0);
    const id = before[0]?.id ?? '';
    const finding = { id: 'x', driftClass: 'schema-default', pattern: id, cause: '' } as const;
    const move = { id: 'm', at: at(5), app: 'argocd/a1', project: 'a', type: 'resolved', finding } as const;
    const input = { rows: [], sliceIdOf: () => '', before, samples: new Map(), isFirstScan: false, graceMsOf: () => 0 };
    const resolved = trackPatterns({
      ...input,
      now: at(5),
      movements: [
        { ...move, proof: { revision: 'r1', secondsAfter: 60 } },
        { ...move, proof: { revision: 'r1', secondsAfter: 112 } },
      ],
    });
    expect(resolved).toMatchObject([{ id, resolvedAt: at(5), resolvedBy: { revision: 'r1', secondsAfter: 112 } }]);
    expect(trackPatterns({ ...input, before: resolved, now: at(9), movements: [] })).toEqual(resolved);
  });

  it('that come back are new again', () => {
    const gone = { ...track([app('a1', 0)], 0, [], true)[0], resolvedAt: at(3) } as PatternRecord;
    expect(track([app('a1', 9)], 9, [gone])).toMatchObject([{ firstSeen: at(9), baseline: false }]);
  });

  it('asks for a sample of what it cannot name, once', () => {
    const rows = rowsOf(app('a1', 0), app('a2', 0));
    const wanted = patternsToSample(rows, []);
    expect([...wanted.values()].map(({ name }) => name)).toEqual(['a1']);
    expect(patternsToSample(rows, track([app('a1', 0)], 0)).size).toBe(0);
    expect(aFinding().pattern).toBe([...wanted.keys()][0]);
  });
});
