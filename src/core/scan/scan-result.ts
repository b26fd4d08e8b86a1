import { type ClassifiedFinding, classifiedFinding } from '../drift/classified-line.ts';
import { type AppKey, appKey } from '../model/app-key.ts';
import { defined } from '../model/defined.ts';
import { type DriftClass, driftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { byUrgency, type NotHealthy } from '../model/not-healthy.ts';
import type { AppRef, Observation } from '../model/observation.ts';
import type { ResourceRef } from '../model/resource-ref.ts';
import { groupByPattern, type Pattern } from '../pattern/group.ts';
import type { ListedApp } from './listed-app.ts';
import type { Look, LookedApp } from './seen-app.ts';
import { notHealthyOf } from './seen-app.ts';

/** One app as a scan left it: looked at, or not and why. No more than the answer needs: thousands are held. */
export interface ScannedApp {
  readonly ref: AppRef;
  readonly sync: string;
  readonly findings?: readonly Finding[];
  readonly notHealthy?: NotHealthy;
  readonly notObserved?: string;
  /** This scan's, or an earlier one's that still holds. */
  readonly look?: Look;
}

export function scannedFrom(observation: Observation, findings: readonly Finding[]): ScannedApp {
  const { ref, sync } = observation.app;
  const notHealthy = notHealthyOf(observation);
  return { ref, sync: sync.status, findings, ...defined({ notHealthy }) };
}

export function scannedApp(looked: LookedApp): ScannedApp {
  if (!('result' in looked)) {
    const { ref, sync } = looked.listed;
    return 'unchanged' in looked
      ? { ref, sync: sync.status, look: looked.unchanged }
      : { ref, sync: sync.status, notObserved: looked.notObserved };
  }
  const { app, findings, notHealthy, look } = looked.result;
  return { ref: app.ref, sync: app.sync, findings, look, ...defined({ notHealthy }) };
}

/** Not looked at in this scan: there was nothing to see, or the earlier look still holds. */
export function skippedApp({ ref, sync }: ListedApp, previous: Look | undefined): ScannedApp {
  return { ref, sync: sync.status, ...defined({ look: previous }) };
}

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
  /** What the next scan need not look at again. */
  readonly looks: ReadonlyMap<AppKey, Look>;
}

export interface DriftRow {
  readonly app: string;
  readonly resource: ResourceRef;
  readonly driftClass: DriftClass;
}

export function summarise(scanned: readonly ScannedApp[], scannedAt: string): ScanResult {
  const findings = scanned.flatMap((entry) => entry.findings ?? []);
  return {
    scannedAt,
    apps: scanned.length,
    outOfSync: scanned.filter(({ sync }) => sync === 'OutOfSync').length,
    notHealthy: scanned.flatMap(({ notHealthy }) => notHealthy ?? []).toSorted(byUrgency),
    patterns: groupByPattern(findings),
    findings,
    notObserved: scanned.flatMap(({ ref, notObserved }) =>
      notObserved === undefined ? [] : [{ app: ref.name, reason: notObserved }],
    ),
    rows: findings.flatMap((finding) =>
      finding.resource ? [{ app: finding.app.name, resource: finding.resource, driftClass: finding.driftClass }] : [],
    ),
    looks: new Map(scanned.flatMap(({ ref, look }) => (look === undefined ? [] : [[appKey(ref), look] as const]))),
  };
}

/** What `scan --json` prints: people and scripts depend on every key. */
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
