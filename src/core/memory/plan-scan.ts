import { appKey } from '../model/app-key.ts';
import { type Cadence, decideLook } from '../scan/decide-look.ts';
import type { FrozenVerdict } from '../scan/frozen.ts';
import type { ListedApp } from '../scan/listed-app.ts';
import type { Look } from '../scan/seen-app.ts';
import type { AppRow } from './app-record.ts';

/**
 * look: fetch and explain. probe: a light call decides. note: the list says all there is to remember. An app that is in none
 * of them is as it was.
 */
export interface ScanPlan {
  readonly look: readonly ListedApp[];
  readonly probe: readonly { readonly listed: ListedApp; readonly row: AppRow }[];
  readonly note: readonly {
    readonly listed: ListedApp;
    /** The look that still stands, because the list says what it said then. */
    readonly standing?: Look;
  }[];
  /** Remembered, and listed no more. */
  readonly gone: readonly AppRow[];
}

export interface PlanInput {
  readonly listed: readonly ListedApp[];
  readonly rows: readonly AppRow[];
  readonly cadence: Cadence;
  /** Look at everything that is worth a look, whatever is remembered. */
  readonly isFull: boolean;
  readonly frozenOf: (listed: ListedApp) => FrozenVerdict | undefined;
}

export function planScan({ listed, rows, cadence, isFull, frozenOf }: PlanInput): ScanPlan {
  const known = new Map(rows.map((row) => [row.key, row]));
  const present = new Set(listed.map(({ ref }) => appKey(ref)));
  const look: ListedApp[] = [];
  const probe: ScanPlan['probe'][number][] = [];
  const note: ScanPlan['note'][number][] = [];
  for (const app of listed) {
    const row = known.get(appKey(app.ref));
    const decision = decideLook(app, isFull ? undefined : lookOf(row), cadence);
    if (decision === 'look') look.push(app);
    else if (decision === 'probe' && row !== undefined) probe.push({ listed: app, row });
    else if (row === undefined || hasNews(app, row) || frozenOf(app)?.reason !== row.frozen?.reason)
      note.push(row?.look.identity === app.identity ? { listed: app, standing: row.look } : { listed: app });
  }
  return { look, probe, note, gone: rows.filter(({ key }) => !present.has(key)) };
}

/** A look that failed does not count as one. */
function lookOf(row: AppRow | undefined): AppRow['look'] | undefined {
  return row?.notObserved === undefined ? row?.look : undefined;
}

/** Something moves by being seen again: a clock that runs out, a finding that is confirmed by its second sight. */
function hasNews({ identity, sync, health }: ListedApp, row: AppRow): boolean {
  return (
    row.look.identity !== identity ||
    row.sync !== sync.status ||
    row.health !== health.status ||
    row.clock.healthySince !== undefined ||
    row.findings.some(({ looks }) => looks < 2)
  );
}
