import type { LabelSelector } from '../model/fleet-scope.ts';
import { byUrgency, hasCrashed } from '../model/not-healthy.ts';
import type { AppRow } from './app-record.ts';
import { isQuiet } from './health-clock.ts';
import type { PatternRecord } from './pattern-record.ts';
import { parseSliceId, type Slice, sliceId, sliceOf } from './slice.ts';
import type { AppNotice, LongNotHealthy, SliceTally, Snapshot, SnapshotRow } from './snapshot.ts';

export interface SnapshotInput {
  readonly instance: string;
  readonly scanId: string;
  readonly now: string;
  readonly rows: readonly AppRow[];
  readonly patterns: readonly PatternRecord[];
  /** Label selectors that some channel routes by. */
  readonly selectors: readonly LabelSelector[];
  readonly notHealthyAfterMs: number;
}

export function buildSnapshot(input: SnapshotInput): Snapshot {
  const { instance, scanId, now, rows, patterns, selectors } = input;
  const placed = rows.map((row) => ({ row, slice: sliceOf(row, selectors) }));
  const notices = (says: (row: AppRow) => string | undefined): readonly AppNotice[] =>
    placed.flatMap(({ row, slice }) => {
      const words = says(row);
      const { key, name: app, project } = row;
      return words === undefined ? [] : [{ key, app, project, slice: sliceId(slice), says: words }];
    });
  return {
    instance,
    scanId,
    scannedAt: now,
    apps: rows.length,
    outOfSync: rows.filter(isOutOfSync).length,
    slices: {
      ...emptySlices(patterns),
      ...Object.fromEntries(
        [...Map.groupBy(placed, ({ slice }) => sliceId(slice))].map(([id, some]) => [id, tallyOf(some, input)]),
      ),
    },
    notHealthy: placed.flatMap(({ row, slice }) => longNotHealthy(row, slice, input) ?? []).toSorted(byUrgency),
    patterns,
    autoSyncOff: notices((row) =>
      row.autoSync || !isOutOfSync(row) ? undefined : 'OutOfSync, and automated sync is off',
    ),
    frozen: placed.flatMap(({ row, slice }) =>
      row.frozen === undefined
        ? []
        : [{ key: row.key, app: row.name, project: row.project, slice: sliceId(slice), ...row.frozen }],
    ),
    notObserved: notices(({ notObserved }) => notObserved),
    notices: notices((row) => row.notices?.join('; ')),
    hiddenProjects: [],
  };
}

/** The story's bird's-eye rows: every finding about a resource. */
export function snapshotRows(rows: readonly AppRow[], selectors: readonly LabelSelector[]): readonly SnapshotRow[] {
  return rows.flatMap((row) => {
    const slice = sliceId(sliceOf(row, selectors));
    return row.findings.flatMap(({ id, resource, driftClass, pattern }) =>
      resource === undefined
        ? []
        : [{ app: row.name, project: row.project, slice, resource, driftClass, pattern, finding: id }],
    );
  });
}

/** A slice whose last app is gone still has what was resolved in it. */
function emptySlices(patterns: readonly PatternRecord[]): Record<string, SliceTally> {
  const ids = new Set(patterns.flatMap(({ slices }) => Object.keys(slices)));
  return Object.fromEntries([...ids].map((id) => [id, { ...parseSliceId(id), apps: 0, outOfSync: 0, notHealthy: 0 }]));
}

function isOutOfSync({ sync }: AppRow): boolean {
  return sync === 'OutOfSync';
}

function tallyOf(placed: readonly { readonly row: AppRow; readonly slice: Slice }[], input: SnapshotInput): SliceTally {
  const [first] = placed;
  return {
    project: first?.slice.project ?? '',
    selectors: first?.slice.selectors ?? [],
    apps: placed.length,
    outOfSync: placed.filter(({ row }) => isOutOfSync(row)).length,
    notHealthy: placed.filter(({ row, slice }) => longNotHealthy(row, slice, input) !== undefined).length,
  };
}

/** Degraded is Argo CD's own word for broken; a flap of it is not news. */
const DEGRADED_AFTER_MS = 5 * 60_000;

/** Beyond its threshold; a crash loop waits for none, and what is Degraded not for long. */
function longNotHealthy(
  row: AppRow,
  slice: Slice,
  { now, notHealthyAfterMs }: SnapshotInput,
): LongNotHealthy | undefined {
  const { clock, notHealthy, health } = row;
  if (clock.notHealthySince === undefined || clock.healthySince !== undefined || isQuiet(health)) return undefined;
  const threshold = health === 'Degraded' ? Math.min(DEGRADED_AFTER_MS, notHealthyAfterMs) : notHealthyAfterMs;
  // Argo CD's clock may be ahead of ours
  const isLong = Math.max(0, Date.parse(now) - Date.parse(clock.notHealthySince)) >= threshold;
  if (!isLong && !(notHealthy !== undefined && hasCrashed(notHealthy))) return undefined;
  return {
    app: row.name,
    status: health,
    cause: notHealthy?.cause ?? { reason: '', restarts: 0, log: '', event: '' },
    since: clock.notHealthySince,
    atLeast: clock.atLeast ?? false,
    key: row.key,
    slice: sliceId(slice),
    project: row.project,
  };
}
