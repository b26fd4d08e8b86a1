import { describe, expect, it } from 'vitest';
import { scopeSnapshot } from '../../../../src/core/memory/scope-snapshot.ts';
import { sliceId, sliceOf } from '../../../../src/core/memory/slice.ts';
import { trackPatterns } from '../../../../src/core/memory/track-patterns.ts';
import { afterSightings, aSnapshot, at, rowsOf } from '../../../support/memory-builders.ts';

const everything = { instances: ['*'], projects: ['*'] };
const TEAM_A = { team: 'a' };
const crash = (restarts: number) => ({ reason: 'CrashLoopBackOff', restarts, log: '', event: '' });
const sick = (name: string, cause = crash(0), since = at(0), health = 'Degraded') =>
  afterSightings({
    ref: { server: 'prod', namespace: 'argocd', name },
    at: at(0),
    health,
    found: {
      findings: [],
      runbook: [],
      gaps: [],
      notHealthy: { app: name, status: health, since, atLeast: true, cause },
    },
  });
const shop = afterSightings({ project: 'payments', labels: TEAM_A });
const cart = afterSightings({ project: 'payments', ref: { server: 'prod', namespace: 'argocd', name: 'cart' } });
const root = afterSightings({ project: 'platform', ref: { server: 'prod', namespace: 'argocd', name: 'root' } });

function fleet(selectors: readonly Readonly<Record<string, string>>[] = []) {
  const rows = rowsOf(shop, cart, root);
  const patterns = trackPatterns({
    rows,
    sliceIdOf: (row) => sliceId(sliceOf(row, selectors)),
    before: [],
    samples: new Map(shop.findings.map((finding) => [finding.pattern, finding])),
    movements: [],
    isFirstScan: true,
    now: at(0),
    graceMsOf: () => 0,
  });
  return aSnapshot(rows, patterns, { selectors });
}

describe('a snapshot', () => {
  it('counts apps and drift by slice', () => {
    expect(fleet()).toMatchObject({
      apps: 3,
      outOfSync: 3,
      slices: { payments: { apps: 2, outOfSync: 2 }, platform: { apps: 1 } },
    });
  });

  it('lists a crash at once and other ill health only beyond the threshold, crashes first, then the oldest', () => {
    const rows = rowsOf(
      sick('young', { ...crash(0), reason: 'ImagePullBackOff' }, at(0), 'Progressing'),
      sick('crashing', crash(7)),
    );
    expect(aSnapshot(rows, [], { now: at(5) }).notHealthy.map(({ app }) => app)).toEqual(['crashing']);
    expect(aSnapshot(rows, [], { now: at(61) }).notHealthy.map(({ app }) => app)).toEqual(['crashing', 'young']);
  });

  it('lists what is Degraded once it is no flap', () => {
    const rows = rowsOf(sick('broken', { ...crash(0), reason: '' }));
    expect(aSnapshot(rows, [], { now: at(4) }).notHealthy).toEqual([]);
    expect(aSnapshot(rows, [], { now: at(5) }).notHealthy.map(({ app }) => app)).toEqual(['broken']);
  });

  it('says which apps are OutOfSync with automated sync off', () => {
    const off = afterSightings({ autoSync: { enabled: false, prune: false, selfHeal: false } });
    expect(aSnapshot(rowsOf(off, cart), []).autoSyncOff.map(({ app }) => app)).toEqual(['shop']);
  });

  it('shows a scope its own projects and counts what is hidden without naming its apps', () => {
    const seen = scopeSnapshot(fleet(), [{ instances: ['*'], projects: ['pay*'] }]);
    expect(seen).toMatchObject({ apps: 2, outOfSync: 2, hiddenProjects: ['platform'] });
    expect(seen?.patterns).toMatchObject([{ apps: 2, names: ['cart', 'shop'] }]);
    expect(JSON.stringify(seen?.patterns)).not.toContain('root');
  });

  it('shows a label-routed channel only the apps with those labels', () => {
    const seen = scopeSnapshot(fleet([TEAM_A]), [{ ...everything, labels: TEAM_A }]);
    expect(seen).toMatchObject({ apps: 1, patterns: [{ apps: 1, names: ['shop'] }] });
  });

  it('adds up scopes, shows nothing of an instance outside them, and nothing at all to nobody', () => {
    expect(
      scopeSnapshot(fleet(), [
        { instances: ['*'], projects: ['platform'] },
        { instances: ['prod'], projects: ['payments'] },
      ])?.apps,
    ).toBe(3);
    expect(scopeSnapshot(fleet(), [{ instances: ['staging'], projects: ['*'] }])).toBeUndefined();
    expect(scopeSnapshot(fleet(), [])).toBeUndefined();
    expect(scopeSnapshot(fleet(), [everything])).toEqual(fleet());
  });
});
