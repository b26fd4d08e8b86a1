import { appKey } from '../model/app-key.ts';
import { defined } from '../model/defined.ts';
import type { Finding } from '../model/finding.ts';
import { hashOf } from '../model/hash.ts';
import type { SeenApp } from '../scan/seen-app.ts';
import type { AppRecord, TrackedFinding } from './app-record.ts';
import { advanceHealthClock } from './health-clock.ts';
import { type FindingMovement, findingMovementOf, type HealthMovement, type Movement, type Proof } from './movement.ts';

export interface Remembered {
  readonly record: AppRecord;
  readonly movements: readonly Movement[];
}

/**
 * (what was known, what was seen) → what is known now, and how it moved. `revisionAt`: when the revision was committed that
 * the app is now Synced with, where it was asked for.
 */
export function remember(
  before: AppRecord | undefined,
  seen: SeenApp,
  healthyForMs: number,
  revisionAt?: string,
): Remembered {
  const { at, found } = seen;
  const isFound = found !== 'same' && 'findings' in found;
  const notHealthy = isFound ? found.notHealthy : before?.notHealthy;
  const findings = isFound
    ? [...tracked(before, found.findings, seen), ...(found.isPartial ? unseen(before, found.findings) : [])]
    : (before?.findings ?? []).map((one) => again(one, at, found === 'same'));
  const record: AppRecord = {
    ref: seen.ref,
    project: seen.project,
    labels: seen.labels,
    sync: seen.sync,
    revisions: seen.revisions,
    health: seen.health,
    healthSince: before?.health === seen.health ? before.healthSince : at,
    autoSync: seen.autoSync,
    look: seen.look,
    clock: advanceHealthClock(
      before?.clock,
      { status: seen.health, at, ...(notHealthy?.since ? { provenSince: notHealthy.since } : {}) },
      healthyForMs,
    ),
    ...(seen.sync === 'OutOfSync' ? { outOfSyncSince: before?.outOfSyncSince ?? at } : {}),
    ...(notHealthy === undefined || seen.health === 'Healthy' ? {} : { notHealthy }),
    ...defined({ frozen: seen.frozen, notices: seen.notices }),
    findings,
    runbook: isFound ? found.runbook : (before?.runbook ?? []),
    shared: seen.shared ?? before?.shared ?? [],
    gaps: isFound ? found.gaps : (before?.gaps ?? []),
    ...defined({ notObserved: found === 'same' ? undefined : unobservedIn(found) }),
    version: (before?.version ?? 0) + 1,
  };
  return {
    record,
    movements: [...findingMovements(before, record, at, revisionAt), ...healthMovements(before, record, at)],
  };
}

/** Why what was found may not be all; undefined: Argo CD told all it compares. */
function unobservedIn(found: Exclude<SeenApp['found'], 'same'>): string | undefined {
  if ('notObserved' in found) return found.notObserved;
  return found.isPartial ? found.gaps.join('; ') : undefined;
}

function tracked(
  before: AppRecord | undefined,
  findings: readonly Finding[],
  { at, revisions }: SeenApp,
): readonly TrackedFinding[] {
  const known = new Map(before?.findings.map((finding) => [finding.id, finding]));
  return findings.map((finding) => {
    const earlier = known.get(finding.id);
    return {
      ...finding,
      firstSeen: earlier?.firstSeen ?? at,
      firstRevisions: earlier?.firstRevisions ?? revisions,
      lastSeen: at,
      looks: (earlier?.looks ?? 0) + 1,
    };
  });
}

function unseen(before: AppRecord | undefined, found: readonly Finding[]): readonly TrackedFinding[] {
  const seen = new Set(found.map(({ id }) => id));
  return (before?.findings ?? []).filter(({ id, resource }) => resource !== undefined && !seen.has(id));
}

function again(finding: TrackedFinding, at: string, isSame: boolean): TrackedFinding {
  return isSame ? { ...finding, lastSeen: at, looks: finding.looks + 1 } : finding;
}

function findingMovements(
  before: AppRecord | undefined,
  record: AppRecord,
  at: string,
  revisionAt: string | undefined,
): readonly FindingMovement[] {
  const earlier = new Map(before?.findings.map((finding) => [finding.id, finding]));
  const now = new Map(record.findings.map((finding) => [finding.id, finding]));
  return [...new Set([...earlier.keys(), ...now.keys()])].flatMap((id) => {
    const finding = now.get(id) ?? earlier.get(id);
    const type = findingMovementOf(earlier.get(id), now.get(id));
    if (finding === undefined || type === undefined) return [];
    const { driftClass, pattern, cause, resource } = finding;
    const isNew = before?.revisions[0] !== record.revisions[0];
    const proof = type === 'resolved' ? proofOf(record, at, isNew ? revisionAt : undefined) : undefined;
    return [
      {
        ...movedBase(record, at, type, id),
        type,
        finding: { id, driftClass, pattern, cause, ...defined({ resource }) },
        ...defined({ proof }),
      },
    ];
  });
}

/**
 * Only an app that is Synced proves anything: a finding may also be gone because Argo CD cannot compare any more. A commit that was
 * there before did not bring it about: then the cluster was changed, and no time since the commit is told.
 */
function proofOf({ sync, revisions }: AppRecord, at: string, revisionAt: string | undefined): Proof | undefined {
  const [revision] = revisions;
  if (sync !== 'Synced' || revision === undefined) return undefined;
  const secondsAfter =
    revisionAt === undefined ? undefined : Math.round((Date.parse(at) - Date.parse(revisionAt)) / 1000);
  return { revision, ...(secondsAfter === undefined || secondsAfter < 0 ? {} : { secondsAfter }) };
}

function healthMovements(before: AppRecord | undefined, record: AppRecord, at: string): readonly HealthMovement[] {
  if (before === undefined || before.health === record.health) return [];
  const cause = record.notHealthy?.cause ?? before.notHealthy?.cause;
  return [
    {
      ...movedBase(record, at, 'health', `${before.health} ${record.health}`),
      type: 'health',
      labels: record.labels,
      from: before.health,
      to: record.health,
      reason: cause?.reason ?? '',
      log: cause?.log ?? '',
      lastedMs: Date.parse(at) - Date.parse(before.healthSince),
    },
  ];
}

/** Told twice by a repeated job it has the same id: the version is that of the record it made. */
function movedBase({ ref, project, version }: AppRecord, at: string, type: string, what: string) {
  const app = appKey(ref);
  return { id: hashOf(app, String(version), type, what), at, app, project };
}
