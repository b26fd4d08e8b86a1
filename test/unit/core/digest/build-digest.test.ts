import { describe, expect, it } from 'vitest';
import { buildDigest, type DigestInput, markAfter } from '../../../../src/core/digest/build-digest.ts';
import { isQuietDay } from '../../../../src/core/digest/digest.ts';
import type { AppRecord } from '../../../../src/core/memory/app-record.ts';
import type { Movement } from '../../../../src/core/memory/movement.ts';
import type { PatternRecord } from '../../../../src/core/memory/pattern-record.ts';
import { trackPatterns } from '../../../../src/core/memory/track-patterns.ts';
import { afterSightings, aSnapshot, at, rowsOf } from '../../../support/memory-builders.ts';

const named = (name: string, ...minutes: readonly number[]): AppRecord =>
  afterSightings(...minutes.map((minute) => ({ at: at(minute), ref: { server: 'prod', namespace: 'argocd', name } })));

function patternsOf(
  records: readonly AppRecord[],
  minute: number,
  before: readonly PatternRecord[],
  movements: readonly Movement[] = [],
) {
  return trackPatterns({
    rows: rowsOf(...records),
    sliceIdOf: ({ project }) => project,
    before,
    samples: new Map(records.flatMap(({ findings }) => findings.map((finding) => [finding.pattern, finding] as const))),
    movements,
    isFirstScan: before.length === 0,
    now: at(minute),
    graceMsOf: () => 0,
  });
}

function input(
  minute: number,
  patterns: readonly PatternRecord[],
  records: readonly AppRecord[],
  part: Partial<DigestInput> = {},
  movements: readonly Movement[] = [],
): DigestInput {
  return {
    channel: 'C1',
    scope: { instances: ['*'], projects: ['*'] },
    day: '2026-11-16',
    now: at(minute),
    mark: undefined,
    instances: [
      { snapshot: aSnapshot(rowsOf(...records), patterns, { now: at(minute) }), movements, reach: undefined },
    ],
    waiting: [],
    trend: { days: [] },
    ...part,
  };
}

describe('a digest', () => {
  const baseline = patternsOf([named('a1', 0)], 0, []);
  const first = input(0, baseline, [named('a1', 0)]);
  const mark = markAfter(buildDigest(first), first);
  const request = {
    instance: 'prod',
    app: 'gitea',
    title: 'Delete 6 leftovers of gitea',
    requestedAt: at(1),
    expiresAt: at(1441),
    missing: 1,
  };

  it('starts with one report of all that is there', () => {
    expect(buildDigest(first)).toMatchObject({
      kind: 'baseline',
      added: [{ apps: 1, instance: 'prod' }],
      totals: { apps: 1, outOfSync: 1 },
    });
  });

  it('says nothing on a day on which nothing moved', () => {
    const same = [named('a1', 0, 5)];
    expect(isQuietDay(buildDigest(input(5, patternsOf(same, 5, baseline), same, { mark })))).toBe(true);
    expect(isQuietDay(buildDigest(first))).toBe(false);
    const asked = input(5, patternsOf(same, 5, baseline), same, { mark, waiting: [request] });
    expect(isQuietDay(buildDigest(asked))).toBe(false);
  });

  it('counts growth since the last digest, not since the last scan', () => {
    const records = [named('a1', 0, 5), named('a2', 5)];
    const digest = buildDigest(input(5, patternsOf(records, 5, baseline), records, { mark }));
    expect(digest.grown).toMatchObject([{ apps: 2, appsBefore: 1, resourcesBefore: 1 }]);
    expect(digest.added).toEqual([]);
  });

  it('tells a pattern that is gone with its proof, once', () => {
    const finding = { id: 'x', driftClass: 'schema-default', pattern: baseline[0]?.id ?? '', cause: '' } as const;
    const movement: Movement = {
      id: 'm',
      at: at(5),
      app: 'argocd/a1',
      project: 'default',
      type: 'resolved',
      finding,
      proof: { revision: 'def', secondsAfter: 112 },
    };
    const gone = patternsOf([], 5, baseline, [movement]);
    const second = input(6, gone, [], { mark });
    expect(buildDigest(second).resolved).toMatchObject([{ apps: 1, proof: { secondsAfter: 112 } }]);
    const third = input(7, gone, [], { mark: markAfter(buildDigest(second), second) });
    expect(buildDigest(third).resolved).toEqual([]);
  });

  it('tells what is gone as large as it was told, though its apps were fixed one after another', () => {
    const apps = ['a1', 'a2', 'a3'].map((name) => named(name, 0));
    const all = patternsOf(apps, 0, []);
    const told = input(0, all, apps);
    const rest = patternsOf(apps.slice(2), 4, all);
    const gone = patternsOf([], 5, rest);
    const digest = buildDigest(input(6, gone, [], { mark: markAfter(buildDigest(told), told) }));
    expect(digest.resolved).toMatchObject([{ apps: 3, resources: 3 }]);
  });

  it('does not tell a pattern as fixed that nobody was told of', () => {
    const passing = patternsOf([named('b1', 3)], 3, [{ ...(baseline[0] as PatternRecord), id: 'other' }]);
    const gone = patternsOf([], 5, passing);
    expect(buildDigest(input(5, gone, [], { mark: { ...mark, sizes: {} } })).resolved).toEqual([]);
  });

  it('lists apps that left Progressing with where they went, and not those that are back in it', () => {
    const move = {
      project: 'default',
      labels: {},
      type: 'health',
      reason: 'OOMKilled',
      log: 'out of memory',
      lastedMs: 60_000,
    } as const;
    const moves: readonly Movement[] = [
      { ...move, id: '1', at: at(1), app: 'argocd/left', from: 'Progressing', to: 'Degraded' },
      { ...move, id: '2', at: at(1), app: 'argocd/back', from: 'Progressing', to: 'Healthy' },
      { ...move, id: '3', at: at(2), app: 'argocd/back', from: 'Healthy', to: 'Progressing' },
    ];
    expect(buildDigest(input(5, [], [], { mark }, moves)).leftProgressing).toMatchObject([
      { app: 'left', to: 'Degraded', log: 'out of memory' },
    ]);
  });

  it('speaks only of its channel’s projects', () => {
    const other = { scope: { instances: ['*'], projects: ['payments'] } };
    expect(buildDigest({ ...first, ...other })).toMatchObject({ added: [], totals: { apps: 0 } });
  });
});
