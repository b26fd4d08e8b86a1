import { defined } from '../model/defined.ts';
import type { DriftClass } from '../model/drift-class.ts';
import { groupKind } from '../model/resource-ref.ts';
import { type PatternMember, shareOf } from '../pattern/aggregate.ts';
import { lineKeyOf } from '../pattern/lines.ts';
import type { AppRecord, AppRow, FindingRow, TrackedFinding } from './app-record.ts';
import type { FindingMovement, Movement, Proof } from './movement.ts';
import type { PatternRecord } from './pattern-record.ts';

interface Member extends PatternMember {
  readonly finding: FindingRow;
  readonly slice: string;
}

export interface PatternInput {
  readonly rows: readonly AppRow[];
  readonly sliceIdOf: (row: AppRow) => string;
  readonly before: readonly PatternRecord[];
  /** One finding of each pattern that is not known yet, for its words. */
  readonly samples: ReadonlyMap<string, TrackedFinding>;
  /** What was resolved since the last snapshot, for proofs. */
  readonly movements: readonly Movement[];
  readonly isFirstScan: boolean;
  readonly now: string;
  readonly graceMsOf: (driftClass: DriftClass) => number;
}

/** Which patterns need a sample finding before `trackPatterns` can name them: those never seen, and those seen again. */
export function patternsToSample(
  rows: readonly AppRow[],
  before: readonly PatternRecord[],
): ReadonlyMap<string, AppRow> {
  const known = new Set(before.filter(({ resolvedAt }) => resolvedAt === undefined).map(({ id }) => id));
  const wanted = new Map<string, AppRow>();
  for (const row of rows)
    for (const { pattern } of row.findings) if (!known.has(pattern) && !wanted.has(pattern)) wanted.set(pattern, row);
  return wanted;
}

/** The first finding of each pattern, in the order of the records: apps by key, so that everybody takes the same one. */
export function samplesOf(records: readonly AppRecord[]): ReadonlyMap<string, TrackedFinding> {
  const samples = new Map<string, TrackedFinding>();
  for (const { findings } of records)
    for (const finding of findings) if (!samples.has(finding.pattern)) samples.set(finding.pattern, finding);
  return samples;
}

/** Patterns across scans: appeared, confirmed, resolved; open ones with their present size. */
export function trackPatterns(input: PatternInput): readonly PatternRecord[] {
  const open = Map.groupBy(
    input.rows.flatMap((row) => {
      const slice = input.sliceIdOf(row);
      return row.findings.map((finding) => memberOf(row, finding, slice));
    }),
    ({ finding }) => finding.pattern,
  );
  const before = new Map(input.before.map((record) => [record.id, record]));
  const still = [...open].flatMap(([id, members]) => tracked(id, members, before.get(id), input) ?? []);
  const ended = input.before.filter(({ id }) => !open.has(id)).map((record) => resolved(record, input));
  return [...still, ...ended];
}

function tracked(
  id: string,
  members: readonly Member[],
  before: PatternRecord | undefined,
  { samples, isFirstScan, now, graceMsOf }: PatternInput,
): PatternRecord | undefined {
  const sample = samples.get(id);
  const isOpen = before !== undefined && before.resolvedAt === undefined;
  const words = isOpen ? before : sample === undefined ? undefined : wordsOf(sample);
  if (words === undefined) return undefined;
  const firstSeen = isOpen ? before.firstSeen : (members.map(({ finding }) => finding.firstSeen).toSorted()[0] ?? now);
  const isConfirmed = members.some(
    ({ finding }) =>
      finding.looks >= 2 && Date.parse(now) - Date.parse(finding.firstSeen) >= graceMsOf(finding.driftClass),
  );
  const confirmedAt = isOpen && before.confirmedAt !== undefined ? before.confirmedAt : isConfirmed ? now : undefined;
  const share = shareOf(members, words.fix?.kind);
  return {
    id,
    driftClass: words.driftClass,
    severity: words.severity,
    kind: words.kind,
    cause: words.cause,
    line: words.line,
    fix: words.fix && { ...words.fix, closes: share.closes ?? null },
    firstSeen,
    lastSeen: now,
    baseline: isOpen ? before.baseline : isFirstScan,
    ...defined({ confirmedAt }),
    ...share,
    slices: Object.fromEntries(
      [...Map.groupBy(members, ({ slice }) => slice)].map(([slice, some]) => [slice, shareOf(some, words.fix?.kind)]),
    ),
  };
}

function wordsOf(
  sample: TrackedFinding,
): Pick<PatternRecord, 'driftClass' | 'severity' | 'kind' | 'cause' | 'line' | 'fix'> {
  const { driftClass, severity, resource, cause, fixes } = sample;
  return {
    driftClass,
    severity,
    kind: resource ? groupKind(resource) : '',
    cause,
    line: lineKeyOf(sample),
    fix: fixes[0] ?? null,
  };
}

function memberOf({ key, name }: AppRow, finding: FindingRow, slice: string): Member {
  const { differences, fix } = finding;
  return { app: key, name, differences, fix: fix === undefined ? null : provenFix(fix), finding, slice };
}

function provenFix({ kind, closed, of }: NonNullable<FindingRow['fix']>): NonNullable<PatternMember['fix']> {
  return { kind, closes: closed === undefined || of === undefined ? null : { closed, of } };
}

function resolved(record: PatternRecord, { movements, now }: PatternInput): PatternRecord {
  if (record.resolvedAt !== undefined) return record;
  const ends = movements.filter(
    (movement): movement is FindingMovement => movement.type === 'resolved' && movement.finding.pattern === record.id,
  );
  const proof = slowestProof(ends.flatMap((end) => end.proof ?? []));
  return { ...record, resolvedAt: now, ...defined({ resolvedBy: proof }) };
}

/** The pattern is gone when its last app is: the time that took is the time people waited. */
function slowestProof(proofs: readonly Proof[]): Proof | undefined {
  return proofs.toSorted((a, b) => (b.secondsAfter ?? -1) - (a.secondsAfter ?? -1))[0];
}
