import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Alert } from '../../../../../src/core/digest/alert.ts';
import { lineOf } from '../../../../../src/core/digest/build-digest.ts';
import type { Digest } from '../../../../../src/core/digest/digest.ts';
import type { AppRecord } from '../../../../../src/core/memory/app-record.ts';
import type { PatternRecord } from '../../../../../src/core/memory/pattern-record.ts';
import type { LongNotHealthy, Snapshot, SnapshotRow } from '../../../../../src/core/memory/snapshot.ts';
import { DRIFT_CLASSES, type DriftClassEntry } from '../../../../../src/core/model/drift-class.ts';
import { RejectedError } from '../../../../../src/core/model/errors.ts';
import { FIX_KINDS } from '../../../../../src/core/model/fix.ts';
import { linesOf } from '../../../../../src/core/pattern/lines.ts';
import { renderDiagnosis } from '../../../../../src/slack/render/answers/diagnosis.ts';
import { renderDiff } from '../../../../../src/slack/render/answers/diff.ts';
import { renderDoctor } from '../../../../../src/slack/render/answers/doctor.ts';
import { renderDriftList } from '../../../../../src/slack/render/answers/drift-list.ts';
import { renderError } from '../../../../../src/slack/render/answers/error.ts';
import { renderMisunderstood } from '../../../../../src/slack/render/answers/misunderstood.ts';
import { renderOverview } from '../../../../../src/slack/render/answers/overview.ts';
import { renderPatternDetails } from '../../../../../src/slack/render/answers/pattern-details.ts';
import { renderProgressing } from '../../../../../src/slack/render/answers/progressing.ts';
import { renderScanProgress } from '../../../../../src/slack/render/answers/scan-progress.ts';
import { renderScanResult } from '../../../../../src/slack/render/answers/scan-result.ts';
import { renderUnknownApp } from '../../../../../src/slack/render/answers/unknown-app.ts';
import { renderMessage } from '../../../../../src/slack/render/channel/message.ts';
import type { Rendered } from '../../../../../src/slack/render/kit/rendered.ts';
import { hostileText } from '../../../../support/hostile.ts';
import { T0 } from '../../../../support/memory-builders.ts';
import { expectAccepted, expectInert } from '../../../../support/rendered.ts';
import { aChange, aFix, aStoryApp, NOW, storySnapshot } from '../../../../support/story-memory.ts';

/* Whatever a cluster, a repository or a person says, at whatever length and number: Slack takes it and parses none of it. */

interface World {
  /** Taken in turn by everything that has a name or says something. */
  readonly texts: readonly string[];
  readonly size: number;
}

const world: fc.Arbitrary<World> = fc.record({
  texts: fc.array(hostileText, { minLength: 1, maxLength: 12 }),
  size: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 500 })),
});

function speaker({ texts }: World): () => string {
  let turn = 0;
  return () => texts[turn++ % texts.length] ?? '';
}

function times<T>(size: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: size }, (_, index) => make(index));
}

function classAt(index: number): Pick<DriftClassEntry, 'id' | 'severity'> {
  return DRIFT_CLASSES[index % DRIFT_CLASSES.length] ?? DRIFT_CLASSES[0];
}

function hostilePattern(say: () => string, index: number): PatternRecord {
  const kind = FIX_KINDS[index % FIX_KINDS.length] ?? 'sync';
  return {
    id: `${index}${say()}`,
    driftClass: classAt(index).id,
    severity: classAt(index).severity,
    kind: say(),
    cause: say(),
    line: `${index}${say()}`,
    fix:
      index % 5 === 0
        ? null
        : aFix(kind, { detail: say(), hides: say(), paths: [say()], closes: { closed: 1, of: index } }),
    firstSeen: say(),
    lastSeen: T0,
    baseline: false,
    apps: index,
    resources: index,
    names: [say(), say()],
    differences: 1,
    slices: {},
  };
}

function hostileSick(say: () => string, index: number): LongNotHealthy {
  const cause = { reason: say(), restarts: index, log: say(), event: say() };
  return {
    app: say(),
    status: say(),
    since: index % 2 === 0 ? T0 : say(),
    atLeast: true,
    cause,
    key: say(),
    slice: '',
    project: say(),
  };
}

function hostileSnapshot(one: World): Snapshot {
  const say = speaker(one);
  const notices = times(Math.min(one.size, 40), () => ({
    key: say(),
    app: say(),
    slice: '',
    project: say(),
    says: say(),
  }));
  return storySnapshot({
    instance: say(),
    patterns: times(one.size, (index) => hostilePattern(say, index)),
    notHealthy: times(Math.min(one.size, 80), (index) => hostileSick(say, index)),
    notObserved: notices,
    frozen: notices.map((notice) => ({ ...notice, reason: 'skip-reconcile' })),
  });
}

function hostileRecord(one: World): AppRecord {
  const say = speaker(one);
  const findings = times(Math.min(one.size, 30), (index) => {
    const { id } = classAt(index);
    return {
      ...aStoryApp('x', {}),
      id: say(),
      app: { server: say(), namespace: say(), name: say() },
      resource: { group: say(), kind: say(), namespace: say(), name: say() },
      driftClass: id,
      severity: classAt(index).severity,
      confidence: 'guess' as const,
      rules: [],
      changes: times(index % 9, () => aChange(say(), say(), say(), say())),
      paths: [say()],
      owner: say(),
      evidence: times(index % 9, () => ({ source: 'logs' as const, says: say() })),
      fixes: times(index % 6, () =>
        aFix('pin-in-git', { detail: `${say()}\n${say()}\n${say()}`, hides: say(), paths: [say()] }),
      ),
      ownership: [],
      shape: say(),
      pattern: say(),
      cause: say(),
      firstSeen: say(),
      lastSeen: T0,
      firstRevisions: [],
      looks: 1,
    };
  });
  return {
    ...aStoryApp('x', {}),
    ref: { server: say(), namespace: say(), name: say() },
    project: say(),
    sync: say(),
    health: say(),
    notHealthy: hostileSick(say, one.size),
    frozen: { reason: 'stale-reconcile', says: say() },
    notObserved: say(),
    findings,
    runbook: times(12, () => ({ question: say(), answer: say() })),
    gaps: times(one.size, say),
  };
}

function hostileDigest(one: World): Digest {
  const say = speaker(one);
  const snapshot = hostileSnapshot(one);
  const lines = snapshot.patterns.map((pattern) => lineOf(pattern, say()));
  const inInstance = <T>(items: readonly T[]) => items.map((item) => ({ ...item, instance: say() }));
  return {
    kind: one.size % 2 === 0 ? 'baseline' : 'daily',
    channel: 'C1',
    day: say(),
    from: '',
    to: T0,
    totals: { instances: 2, apps: one.size, outOfSync: one.size, notHealthy: one.size, patterns: one.size },
    scannedAt: T0,
    added: lines,
    grown: lines.map((line) => ({ ...line, appsBefore: 1, resourcesBefore: 1, differencesBefore: 1 })),
    resolved: lines.map((line) => ({ ...line, proof: { revision: say(), secondsAfter: 1 } })),
    notHealthy: inInstance(snapshot.notHealthy),
    leftProgressing: times(one.size, () => ({
      instance: say(),
      app: say(),
      project: say(),
      to: say(),
      lastedMs: 1,
      reason: say(),
      log: say(),
    })),
    autoSyncOff: inInstance(snapshot.notObserved),
    frozen: inInstance(snapshot.frozen),
    unreachable: times(Math.min(one.size, 60), () => ({ instance: say(), downSince: T0, reason: say() })),
    waiting: times(one.size, () => ({
      instance: say(),
      app: say(),
      title: say(),
      requestedAt: T0,
      expiresAt: T0,
      missing: one.size,
    })),
    trend: { days: times(one.size, (index) => ({ day: say(), outOfSync: index })) },
  };
}

function hostileAlerts(one: World): readonly Alert[] {
  const say = speaker(one);
  const base = { key: say(), instance: say(), raisedAt: say() };
  const [line] = hostileSnapshot({ ...one, size: 3 }).patterns.map((pattern) => lineOf(pattern, say()));
  return [
    ...(line === undefined ? [] : [{ ...base, about: 'pattern', line } as const]),
    { ...base, about: 'health', app: hostileSick(say, 1), why: 'crash' },
    {
      ...base,
      about: 'reach',
      resolvedAt: say(),
      reach: { instance: say(), reason: say(), downSince: say(), lastReached: say() },
    },
  ];
}

const MESSAGES: Readonly<Record<string, (one: World) => readonly Rendered[]>> = {
  overview: (one) => {
    const snapshots = [hostileSnapshot(one), hostileSnapshot({ ...one, size: one.size % 7 })];
    const reach = times(Math.min(one.size, 60), () => ({
      instance: speaker(one)(),
      downSince: T0,
      reason: speaker(one)(),
    }));
    return [renderOverview({ snapshots, reach, command: { name: 'overview' }, now: NOW })];
  },
  diagnosis: (one) => [
    renderDiagnosis({ record: hostileRecord(one), facts: { notLive: speaker(one)() }, now: NOW }),
    renderDiff({ record: hostileRecord(one), facts: 'live', isFileSent: false, now: NOW }),
  ],
  lists: (one) => {
    const say = speaker(one);
    const snapshot = hostileSnapshot(one);
    const rows: readonly SnapshotRow[] = times(one.size, () => ({
      app: say(),
      resource: { group: say(), kind: say(), namespace: say(), name: say() },
      driftClass: 'residual' as const,
      project: say(),
      slice: '',
      pattern: say(),
      finding: say(),
    }));
    const lines = linesOf(snapshot.patterns.map((pattern) => lineOf(pattern, say())));
    const command = { name: 'class', id: say(), page: 1 } as const;
    return [
      renderDriftList({
        rows,
        snapshots: [snapshot],
        command: { name: 'list', page: 1, select: { value: say() } },
        now: NOW,
      }),
      renderPatternDetails({ lines, rows, snapshots: [snapshot], command, now: NOW }),
      renderPatternDetails({ lines: lines.slice(0, 1), rows, snapshots: [snapshot], command, now: NOW }),
      renderProgressing({
        entries: snapshot.notHealthy.map((app) => ({ instance: say(), app, before: say() })),
        snapshots: [snapshot],
        command: { name: 'progressing' },
        now: NOW,
      }),
    ];
  },
  messages: (one) => [
    renderMessage({ type: 'digest', digest: hostileDigest(one) }),
    ...hostileAlerts(one).map((alert) => renderMessage({ type: 'alert', alert })),
  ],
  small: (one) => {
    const say = speaker(one);
    const snapshot = hostileSnapshot(one);
    const scan = { instance: say(), scanId: say(), startedAt: say(), done: one.size, of: 7 };
    return [
      renderDoctor({
        checks: times(one.size, (index) => ({
          instance: say(),
          name: say(),
          ok: index % 3 === 0,
          says: say(),
          repair: say(),
          ...(index % 2 === 0 && { isNote: true }),
        })),
        checkedAt: say(),
        now: NOW,
      }),
      renderError(new RejectedError('x.y', say(), say()), say()),
      renderMisunderstood({ problem: say(), example: say(), didYouMean: say() }),
      renderScanProgress([scan, { ...scan, failure: say() }], NOW),
      renderScanResult({
        outcomes: [
          { instance: say(), snapshot, tookMs: 1 },
          { instance: say(), tookMs: 1, failure: say() },
        ],
        command: { name: 'scan' },
        now: NOW,
      }),
      renderUnknownApp({
        command: { name: 'app', app: say() },
        nearest: times(one.size, () => ({ instance: say(), key: say(), name: say() })),
        snapshots: [snapshot],
        now: NOW,
      }),
    ];
  },
};

describe('whatever comes in', () => {
  it.each(Object.entries(MESSAGES))('%s stays within every limit and parses as nothing', (_, render) => {
    fc.assert(
      fc.property(world, (one) => {
        for (const rendered of render(one)) {
          expectAccepted(rendered);
          expectInert(rendered);
        }
      }),
      { numRuns: 30 },
    );
  });
});
