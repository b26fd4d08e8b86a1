import { type ClassifiedFinding, classifiedFinding } from '../drift/classified-line.ts';
import type { Observation } from '../facts/observation.ts';
import { driftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import type { NotHealthy } from '../model/not-healthy.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import { appNotices } from '../scan/app-notices.ts';
import { foundIn, seenApp } from '../scan/seen-app.ts';
import { type AppRecord, rowOf, type TrackedFinding } from './app-record.ts';
import { remember } from './remember.ts';
import type { Snapshot, SnapshotRow } from './snapshot.ts';
import { takeSnapshot } from './take-snapshot.ts';
import { samplesOf } from './track-patterns.ts';

/** What one scan saw, without a memory: the snapshot that the service would publish, and what it was taken from. */
export interface ScanResult extends Snapshot {
  readonly findings: readonly TrackedFinding[];
  /** The story's bird's-eye rows: every finding about a resource. */
  readonly rows: readonly SnapshotRow[];
  /** By key. The next scan goes on from them. */
  readonly records: readonly AppRecord[];
}

export function scanResult(
  apps: readonly AppRecord[],
  { instance, now }: { readonly instance: string; readonly now: string },
): ScanResult {
  const keyed = apps.map((record) => ({ record, row: rowOf(record) }));
  keyed.sort((a, b) => (a.row.key < b.row.key ? -1 : 1));
  const records = keyed.map(({ record }) => record);
  const { snapshot, rows } = takeSnapshot({
    instance,
    scanId: '',
    now,
    rows: keyed.map(({ row }) => row),
    samples: samplesOf(records),
    before: [],
    movements: [],
    isFirstScan: true,
    selectors: [],
    // one scan has no clock of its own to wait for: what is not Healthy now is told
    notHealthyAfterMs: 0,
    graceMsOf: () => 0,
  });
  return { ...snapshot, findings: records.flatMap(({ findings }) => findings), rows, records };
}

/** One app that was observed by itself, as a scan would remember it. */
export function inspectedRecord(observation: Observation, findings: readonly Finding[], at: string): AppRecord {
  const look = { identity: '', probe: observation.probe ?? '', at };
  const seen = seenApp(
    { ...observation.app, labels: {} },
    { at, look, found: foundIn(observation, findings), notices: appNotices(observation.app) },
  );
  return remember(undefined, seen, 0).record;
}

/** What `scan --json` prints. Scripts rely on it. */
export interface ScanDocument {
  readonly scannedAt: string;
  readonly apps: number;
  readonly outOfSync: number;
  readonly notHealthy: readonly NotHealthy[];
  readonly patterns: readonly {
    readonly id: string;
    readonly class: string;
    readonly letter: string;
    readonly cause: string;
    readonly apps: readonly string[];
    readonly resources: number;
    readonly fix: Fix | null;
  }[];
  readonly findings: readonly (ClassifiedFinding & {
    readonly id: string;
    readonly app: string;
    readonly resource: ResourceRef | null;
  })[];
  readonly notObserved: readonly { readonly app: string; readonly reason: string }[];
  /** Warnings of Argo CD, deletions, a status that is stale. */
  readonly notices: readonly { readonly app: string; readonly says: string }[];
}

export function scanDocument(result: ScanResult): ScanDocument {
  const { scannedAt, apps, outOfSync, findings } = result;
  const members = Map.groupBy(findings, ({ pattern }) => pattern);
  return {
    scannedAt,
    apps,
    outOfSync,
    notHealthy: result.notHealthy.map(({ app, status, since, atLeast, cause }) => ({
      app,
      status,
      since,
      atLeast,
      cause,
    })),
    // the widest first; ties by id, so that the order is stable from scan to scan
    patterns: result.patterns
      .toSorted((a, b) => b.apps - a.apps || b.resources - a.resources || a.id.localeCompare(b.id))
      .map(({ id, driftClass: name, cause, resources, fix }) => ({
        id,
        class: name,
        letter: driftClass(name).letter,
        cause,
        apps: [...new Set(members.get(id)?.map(({ app }) => app.name))].toSorted(),
        resources,
        fix,
      })),
    findings: findings.map((finding) => ({
      id: finding.id,
      app: finding.app.name,
      resource: finding.resource ?? null,
      ...classifiedFinding(finding),
    })),
    notObserved: result.notObserved.map(({ app, says }) => ({ app, reason: says })),
    notices: [...(result.notices ?? []), ...result.frozen].map(({ app, says }) => ({ app, says })),
  };
}
