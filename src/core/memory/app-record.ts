import { type AppKey, appKey } from '../model/app-key.ts';
import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import type { FixKind } from '../model/fix.ts';
import type { NotHealthy } from '../model/not-healthy.ts';
import type { RunbookAnswer } from '../scan/runbook.ts';
import type { SeenApp } from '../scan/seen-app.ts';
import type { SharedResource } from '../scan/shared-resources.ts';
import type { HealthClock } from './health-clock.ts';

/** A finding with its own durable clock. */
export interface TrackedFinding extends Finding {
  readonly firstSeen: string;
  /** Where Git stood then. */
  readonly firstRevisions: readonly string[];
  readonly lastSeen: string;
  /** Looks in a row that saw it; one look may be a passing state. */
  readonly looks: number;
}

/** All that is remembered of one app. Redacted: it is stored and shown as it stands. */
export interface AppRecord extends Omit<SeenApp, 'at' | 'found'> {
  /** When a look first saw this health. */
  readonly healthSince: string;
  readonly clock: HealthClock;
  /** Ours: since when every look saw it OutOfSync. */
  readonly outOfSyncSince?: string;
  readonly notHealthy?: NotHealthy;
  readonly findings: readonly TrackedFinding[];
  readonly runbook: readonly RunbookAnswer[];
  /** Drifting resources that other apps list as theirs too, by the last scan: a look at one app alone cannot tell. */
  readonly shared: readonly SharedResource[];
  /** What the look could not see. */
  readonly gaps: readonly string[];
  /** The last look failed, and why; findings are then those of the look before. */
  readonly notObserved?: string;
  /** Counts the writes of this record: a write is refused when another came first. */
  readonly version: number;
}

/** What fleet-wide answers need of one finding. */
export interface FindingRow
  extends Pick<TrackedFinding, 'id' | 'pattern' | 'driftClass' | 'resource' | 'firstSeen' | 'looks'> {
  /** Fields, or the object as a whole. */
  readonly differences: number;
  /** The first fix: its kind and, where it was proven, how much it closes. */
  readonly fix?: { readonly kind: FixKind; readonly closed?: number; readonly of?: number };
}

type Shown =
  | 'project'
  | 'labels'
  | 'sync'
  | 'health'
  | 'look'
  | 'clock'
  | 'outOfSyncSince'
  | 'notHealthy'
  | 'frozen'
  | 'notices'
  | 'notObserved'
  | 'version';

/** What fleet-wide answers need of one app: small, because all of them are read at once. */
export interface AppRow extends Pick<AppRecord, Shown> {
  readonly key: AppKey;
  readonly name: string;
  readonly autoSync: boolean;
  readonly findings: readonly FindingRow[];
}

export function rowOf(record: AppRecord): AppRow {
  const { ref, project, labels, sync, health, autoSync, look, clock, version } = record;
  return {
    key: appKey(ref),
    name: ref.name,
    project,
    labels,
    sync,
    health,
    autoSync: autoSync.enabled,
    look,
    clock,
    ...defined({
      outOfSyncSince: record.outOfSyncSince,
      notHealthy: record.notHealthy,
      frozen: record.frozen,
      notices: record.notices,
      notObserved: record.notObserved,
    }),
    findings: record.findings.map(findingRowOf),
    version,
  };
}

function findingRowOf(finding: TrackedFinding): FindingRow {
  const { id, pattern, driftClass, resource, firstSeen, looks } = finding;
  const [fix] = finding.fixes;
  return {
    id,
    pattern,
    driftClass,
    ...defined({ resource }),
    firstSeen,
    looks,
    differences: Math.max(1, finding.paths.length),
    ...(fix === undefined ? {} : { fix: { kind: fix.kind, ...fix.closes } }),
  };
}
