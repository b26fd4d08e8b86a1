import type { AlertState } from '../core/digest/alerts.ts';
import type { DigestMark } from '../core/digest/build-digest.ts';
import type { AppRecord, AppRow } from '../core/memory/app-record.ts';
import type { Movement } from '../core/memory/movement.ts';
import type { PatternRecord } from '../core/memory/pattern-record.ts';
import type { InstanceReach, Snapshot, SnapshotRow } from '../core/memory/snapshot.ts';
import type { DailyTally } from '../core/memory/tally.ts';
import type { AppKey } from '../core/model/app-key.ts';

/*
 * What Plumbline remembers, in narrow parts: a flow that reads snapshots cannot write records. Everything is durable and
 * survives a restart of the store. All methods throw UnavailableError('redis.…') when the store does not answer.
 */

/** What one scan step learned of some apps. */
export interface MemoryChange {
  /** An app whose stored version is not `version - 1` any more was written by somebody else: it is left as it is. */
  readonly records: readonly AppRecord[];
  readonly gone: readonly AppKey[];
  /** Those of a refused app are not stored; one whose id is already there is not stored twice. */
  readonly movements: readonly Movement[];
}

export interface AppMemory {
  /** Which apps of the instance are remembered. */
  keys(instance: string): Promise<readonly AppKey[]>;
  /** Every app of the instance, small. */
  rows(instance: string): Promise<readonly AppRow[]>;
  records(instance: string, keys: readonly AppKey[]): Promise<readonly AppRecord[]>;
  /** Of each app all or nothing: row, record and movements together. Answers which apps were refused. */
  apply(instance: string, change: MemoryChange): Promise<{ readonly refused: readonly AppKey[] }>;
}

export interface SnapshotMemory {
  /** undefined: the instance was never scanned to the end. The same object for as long as it is the current one. */
  snapshot(instance: string): Promise<Snapshot | undefined>;
  patterns(instance: string): Promise<readonly PatternRecord[]>;
  /** The bird's-eye rows of the snapshot. */
  rowsOfSnapshot(instance: string): Promise<readonly SnapshotRow[]>;
  /** Staged, then made current in one step: a reader sees the old one or the new one, whole. */
  publish(
    snapshot: Snapshot,
    parts: { readonly patterns: readonly PatternRecord[]; readonly rows: readonly SnapshotRow[] },
  ): Promise<void>;
  reach(instance: string): Promise<InstanceReach | undefined>;
  saveReach(reach: InstanceReach): Promise<void>;
}

export interface TimelineMemory {
  /** Oldest first; `from` exclusive, `to` inclusive. */
  movements(
    instance: string,
    range: { readonly from: string; readonly to: string; readonly app?: AppKey },
  ): Promise<readonly Movement[]>;
  saveTally(instance: string, tally: DailyTally): Promise<void>;
  /** The newest ones, oldest first. */
  tallies(instance: string, days: number): Promise<readonly DailyTally[]>;
  /** Forgets movements, tallies and resolved patterns from before. Answers how many. */
  forget(instance: string, before: string): Promise<number>;
}

/** Progress of a running scan, shared by all worker processes. */
export interface ScanProgress {
  readonly scanId: string;
  readonly startedAt: string;
  readonly done: number;
  readonly of: number;
  /** When a batch was done last. */
  readonly heardAt?: string;
  readonly finishedAt?: string;
  readonly failure?: string;
}

export interface ScanProgressMemory {
  startScan(instance: string, progress: ScanProgress): Promise<void>;
  /** A batch that is told twice counts once. */
  advanceScan(instance: string, scanId: string, batch: string, done: number): Promise<void>;
  finishScan(instance: string, scanId: string, at: string, failure?: string): Promise<void>;
  lastScan(instance: string): Promise<ScanProgress | undefined>;
}

/** What each channel has been told. */
export interface ChannelMemory {
  mark(channel: string): Promise<DigestMark | undefined>;
  saveMark(channel: string, mark: DigestMark): Promise<void>;
  alerts(channel: string): Promise<AlertState | undefined>;
  saveAlerts(channel: string, state: AlertState): Promise<void>;
}
