import { type AppRecord, rowOf } from '../../core/memory/app-record.ts';
import { planScan } from '../../core/memory/plan-scan.ts';
import { remember } from '../../core/memory/remember.ts';
import { type ScanResult, scanResult } from '../../core/memory/scan-result.ts';
import { type AppKey, appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import { USUAL_CADENCE } from '../../core/scan/decide-look.ts';
import { frozenVerdictOf, STALE_AFTER_MS } from '../../core/scan/frozen.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { notedApp, type SeenApp } from '../../core/scan/seen-app.ts';
import type { AppSelector } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ListFleet } from './list-fleet.ts';
import type { LookAtApps, LookOptions } from './look-at-apps.ts';

export interface ScanDeps {
  readonly listFleet: ListFleet;
  readonly lookAtApps: LookAtApps;
  readonly clock: Clock;
  readonly ghostSweep?: boolean;
}

export interface ScanOptions extends LookOptions {
  readonly selector?: AppSelector;
  /** Which of the listed apps to look at; the others do not count, and yet may own what drifts. */
  readonly includes?: (listed: ListedApp) => boolean;
  /** Of an earlier scan. Apps that did not change since are not looked at again: their findings still hold. */
  readonly previous?: readonly AppRecord[];
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export type ScanFleet = (options?: ScanOptions) => Promise<ScanResult>;

const HEALTHY_FOR_MS = 10 * 60_000;
const NOT_ASKED: ReadonlyMap<string, string> = new Map();

/** list → decide what to look at → look → remember for the length of an answer. */
export function makeScanFleet({ listFleet, lookAtApps, clock, ghostSweep = false }: ScanDeps): ScanFleet {
  return async (options = {}) => {
    const { selector, includes = () => true, previous = [], onProgress, ...rest } = options;
    const { settings, listed, shared } = await listFleet(selector, rest.signal ? { signal: rest.signal } : {});
    const chosen = listed.filter(includes);
    const before = new Map<AppKey, AppRecord>(previous.map((record) => [appKey(record.ref), record]));
    const now = clock.now();
    const frozenOf = (app: ListedApp) =>
      frozenVerdictOf(app, { now, staleAfterMs: STALE_AFTER_MS, failedClusters: NOT_ASKED });
    const plan = planScan({
      listed: chosen,
      rows: previous.map(rowOf),
      cadence: { ...USUAL_CADENCE, now, sweepsSynced: ghostSweep },
      isFull: false,
      frozenOf,
    });
    const records = new Map(before);
    const keep = (seen: SeenApp): void => {
      const key = appKey(seen.ref);
      records.set(key, remember(before.get(key), seen, HEALTHY_FOR_MS).record);
    };
    for (const { listed: app, standing } of plan.note)
      keep(notedApp(app, { at: now.toISOString(), standing, frozen: frozenOf(app) }));
    const due = [
      ...plan.look.map((app) => ({ listed: app })),
      ...plan.probe.map(({ listed: app, row }) => ({ listed: app, unlessSince: row.look })),
    ];
    const fleet = {
      settings,
      sharedBy: (app: AppKey) => shared.get(app) ?? [],
      knownOf: (app: AppKey) => before.get(app),
    };
    let done = 0;
    const toLookAt = due.map((app) => ({ ...app, ...defined({ frozen: frozenOf(app.listed) }) }));
    for await (const seen of lookAtApps(toLookAt, fleet, rest)) {
      keep(seen);
      done += 1;
      onProgress?.({ done, of: due.length });
    }
    return scanResult(
      chosen.flatMap(({ ref }) => records.get(appKey(ref)) ?? []),
      { instance: listed[0]?.ref.server ?? '', now: clock.now().toISOString() },
    );
  };
}
