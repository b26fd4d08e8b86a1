import { type ClassifiedFinding, classifiedFinding } from '../drift/classified-line.ts';
import { driftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import type { AppState, Observation } from '../model/observation.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import { groupByPattern, type Pattern } from '../pattern/group.ts';
import { byUrgency, type NotHealthy, notHealthyOf } from './not-healthy.ts';

/** One app as a scan left it: looked at, or not and why. */
export type ScannedApp =
  | { readonly app: AppState; readonly observation: Observation; readonly findings: readonly Finding[] }
  | { readonly app: AppState; readonly notObserved: string }
  | { readonly app: AppState };

export interface ScanResult {
  readonly scannedAt: string;
  readonly apps: number;
  readonly outOfSync: number;
  readonly notHealthy: readonly NotHealthy[];
  readonly patterns: readonly Pattern[];
  readonly findings: readonly Finding[];
  readonly notObserved: readonly { readonly app: string; readonly reason: string }[];
  /** The story's bird's-eye rows: every resource that is not Synced. */
  readonly rows: readonly DriftRow[];
}

export interface DriftRow {
  readonly app: string;
  readonly resource: ResourceRef;
  readonly driftClass: string;
}

export function summarise(scanned: readonly ScannedApp[], scannedAt: string): ScanResult {
  const observed = scanned.flatMap((entry) => ('observation' in entry ? [entry] : []));
  const findings = observed.flatMap((entry) => entry.findings);
  return {
    scannedAt,
    apps: scanned.length,
    outOfSync: scanned.filter(({ app }) => app.sync.status === 'OutOfSync').length,
    notHealthy: observed.flatMap(({ observation }) => notHealthyOf(observation) ?? []).toSorted(byUrgency),
    patterns: groupByPattern(findings),
    findings,
    notObserved: scanned.flatMap((entry) =>
      'notObserved' in entry ? [{ app: entry.app.ref.name, reason: entry.notObserved }] : [],
    ),
    rows: findings.flatMap((finding) =>
      finding.resource ? [{ app: finding.app.name, resource: finding.resource, driftClass: finding.driftClass }] : [],
    ),
  };
}

/** What `scan --json` prints (DESIGN §6). */
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
  readonly notObserved: ScanResult['notObserved'];
}

export function scanDocument(result: ScanResult): ScanDocument {
  const { scannedAt, apps, outOfSync, notHealthy, notObserved } = result;
  return {
    scannedAt,
    apps,
    outOfSync,
    notHealthy,
    patterns: result.patterns.map(({ id, driftClass: name, cause, apps: affected, resources, fix }) => ({
      id,
      class: name,
      letter: driftClass(name).letter,
      cause,
      apps: affected,
      resources,
      fix: fix ?? null,
    })),
    findings: result.findings.map((finding) => ({
      id: finding.id,
      app: finding.app.name,
      resource: finding.resource ?? null,
      ...classifiedFinding(finding),
    })),
    notObserved,
  };
}
