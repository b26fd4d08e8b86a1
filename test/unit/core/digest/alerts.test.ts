import { describe, expect, it } from 'vitest';
import { type AlertInput, type AlertState, decideAlerts } from '../../../../src/core/digest/alerts.ts';
import type { Snapshot } from '../../../../src/core/memory/snapshot.ts';
import { trackPatterns } from '../../../../src/core/memory/track-patterns.ts';
import { aFinding, afterSightings, aSnapshot, at, MINUTE, rowsOf } from '../../../support/memory-builders.ts';

const crash = { reason: 'CrashLoopBackOff', restarts: 7, log: 'fatal', event: '' };
const sick = afterSightings({
  at: at(0),
  health: 'Degraded',
  found: {
    findings: [],
    runbook: [],
    gaps: [],
    notHealthy: { app: 'shop', status: 'Degraded', since: at(-60), atLeast: false, cause: crash },
  },
});
const ill = aSnapshot(rowsOf(sick), []);
const well = aSnapshot([], []);
const nobody: AlertState = { open: {} };

function input(
  snapshot: Snapshot | undefined,
  minute = 0,
  part: Partial<AlertInput['instances'][number]> = {},
): AlertInput {
  return {
    scope: { instances: ['*'], projects: ['*'] },
    now: at(minute),
    instances: [{ snapshot, reach: undefined, ...part }],
    downForMs: 5 * MINUTE,
  };
}

describe('alerts', () => {
  it('do not repeat what the first report told, and do tell when it comes back', () => {
    const first = decideAlerts(undefined, input(ill));
    expect(first.say).toEqual([]);
    expect(decideAlerts(first.state, input(ill)).say).toEqual([]);
    const recovered = decideAlerts(first.state, input(well));
    expect(recovered.say).toEqual([]);
    expect(decideAlerts(recovered.state, input(ill)).say).toHaveLength(1);
  });

  it('are raised once under one key, with a time that does not depend on who decides', () => {
    const { say, state } = decideAlerts(nobody, input(ill, 1));
    expect(say).toMatchObject([{ key: 'prod.health.argocd/shop', about: 'health', why: 'crash', raisedAt: at(-60) }]);
    expect(decideAlerts(nobody, input(ill, 9)).say[0]?.raisedAt).toBe(at(-60));
    expect(decideAlerts(state, input(ill, 5)).say).toEqual(say);
  });

  it('are resolved in place', () => {
    const { state } = decideAlerts(nobody, input(ill));
    const { say, state: after } = decideAlerts(state, input(well, 9));
    expect(say).toMatchObject([{ key: 'prod.health.argocd/shop', resolvedAt: at(9) }]);
    expect(after.open).toEqual({});
  });

  it('are not resolved because Argo CD does not answer', () => {
    const { state } = decideAlerts(nobody, input(ill));
    const down = { instance: 'prod', downSince: at(1), reason: 'refused' };
    const { say, state: after } = decideAlerts(state, input(undefined, 2, { reach: down }));
    expect(say).toEqual([]);
    expect(Object.keys(after.open)).toEqual(['prod.health.argocd/shop']);
  });

  it('tell once that Argo CD is down for longer than a moment, and that it is back', () => {
    const down = { instance: 'prod', downSince: at(0), reason: 'refused' };
    expect(decideAlerts(nobody, input(well, 4, { reach: down })).say).toEqual([]);
    const told = decideAlerts(nobody, input(well, 5, { reach: down }));
    expect(told.say).toMatchObject([{ key: 'prod.reach', raisedAt: at(0) }]);
    const back = decideAlerts(told.state, input(well, 60, { reach: { instance: 'prod', lastReached: at(60) } }));
    expect(back.say).toMatchObject([{ key: 'prod.reach', resolvedAt: at(60) }]);
  });

  it('speak of a manual change once it is confirmed, and of no noise', () => {
    const seen = (driftClass: 'manual-change' | 'schema-default', ...minutes: readonly number[]): Snapshot => {
      const record = afterSightings(
        ...minutes.map((minute) => ({
          at: at(minute),
          found: { findings: [aFinding({ driftClass })], runbook: [], gaps: [] },
        })),
      );
      const patterns = trackPatterns({
        rows: rowsOf(record),
        sliceIdOf: ({ project }) => project,
        before: [],
        samples: new Map(record.findings.map((finding) => [finding.pattern, finding])),
        movements: [],
        isFirstScan: false,
        now: at(minutes.at(-1) ?? 0),
        graceMsOf: () => 0,
      });
      return aSnapshot(rowsOf(record), patterns);
    };
    expect(decideAlerts(nobody, input(seen('manual-change', 0))).say).toEqual([]);
    expect(decideAlerts(nobody, input(seen('manual-change', 0, 5))).say).toMatchObject([
      { about: 'pattern', line: { apps: 1 } },
    ]);
    expect(decideAlerts(nobody, input(seen('schema-default', 0, 5))).say).toEqual([]);
  });
});
