import type { Snapshot } from '../core/memory/snapshot.ts';
import { takeSnapshot } from '../core/memory/take-snapshot.ts';
import { tallyOf } from '../core/memory/tally.ts';
import { patternsToSample, samplesOf } from '../core/memory/track-patterns.ts';
import type { DriftClass } from '../core/model/drift-class.ts';
import type { LabelSelector } from '../core/model/fleet-scope.ts';
import type { Clock } from '../ports/clock.ts';
import type { Locks } from '../ports/locks.ts';
import type { AppMemory, SnapshotMemory, TimelineMemory } from '../ports/memory.ts';

export interface PublishDeps {
  readonly apps: AppMemory;
  readonly snapshots: SnapshotMemory;
  readonly timeline: TimelineMemory;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly selectors: readonly LabelSelector[];
  readonly notHealthyAfterMs: number;
  readonly graceMsOf: (driftClass: DriftClass) => number;
}

/** `scan`: a scan has ended. Without it some apps were looked at between scans: the age of the whole stays that of the last scan. */
export type PublishSnapshot = (instance: string, scan?: { readonly id: string }) => Promise<Snapshot | undefined>;

const LOCK_MS = 30_000;
/** Movements are stored before the snapshot that speaks of them; a slow batch may be late by this much. */
const LOOK_BACK_MS = 3_600_000;

/** What is remembered of all apps → one snapshot. */
export function makePublishSnapshot(deps: PublishDeps): PublishSnapshot {
  return (instance, scan) => deps.locks.withLock(`publish.${instance}`, LOCK_MS, () => publish(instance, scan, deps));
}

async function publish(
  instance: string,
  scan: { readonly id: string } | undefined,
  deps: PublishDeps,
): Promise<Snapshot | undefined> {
  const { apps, snapshots, timeline, selectors, clock } = deps;
  const [previous, before, rows] = await Promise.all([
    snapshots.snapshot(instance),
    snapshots.patterns(instance),
    apps.rows(instance),
  ]);
  if (previous === undefined && scan === undefined) return undefined;
  const now = clock.now().toISOString();
  const wanted = patternsToSample(rows, before);
  const [records, movements] = await Promise.all([
    apps.records(instance, [...new Set([...wanted.values()].map(({ key }) => key))]),
    timeline.movements(instance, { from: new Date(clock.now().getTime() - LOOK_BACK_MS).toISOString(), to: now }),
  ]);
  const taken = takeSnapshot({
    instance,
    scanId: scan?.id ?? previous?.scanId ?? '',
    now,
    rows,
    samples: samplesOf(records),
    before,
    movements,
    isFirstScan: previous === undefined,
    selectors,
    notHealthyAfterMs: deps.notHealthyAfterMs,
    graceMsOf: deps.graceMsOf,
  });
  const snapshot =
    scan === undefined && previous !== undefined
      ? { ...taken.snapshot, scannedAt: previous.scannedAt }
      : taken.snapshot;
  await snapshots.publish(snapshot, { patterns: snapshot.patterns, rows: taken.rows });
  await timeline.saveTally(instance, tallyOf(snapshot, rows, now));
  return snapshot;
}
