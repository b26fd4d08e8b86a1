import { type AppKey, appKey } from '../../core/model/app-key.ts';
import { decideLook, USUAL_CADENCE } from '../../core/scan/decide-look.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { type ScannedApp, type ScanResult, scannedApp, skippedApp, summarise } from '../../core/scan/scan-result.ts';
import type { Look } from '../../core/scan/seen-app.ts';
import type { AppSelector } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ListFleet } from './list-fleet.ts';
import type { AppToLookAt, LookAtApps, LookOptions } from './look-at-apps.ts';

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
  /** Looks of an earlier scan. Apps that did not change since are not looked at again: their findings stand. */
  readonly previous?: ReadonlyMap<AppKey, Look>;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export type ScanFleet = (options?: ScanOptions) => Promise<ScanResult>;

/** list → decide what to look at → look → summarise. */
export function makeScanFleet({ listFleet, lookAtApps, clock, ghostSweep = false }: ScanDeps): ScanFleet {
  return async (options = {}) => {
    const { selector, includes = () => true, previous = new Map<AppKey, Look>(), onProgress, ...rest } = options;
    const { instance, listed, shared } = await listFleet(selector, rest.signal ? { signal: rest.signal } : {});
    const chosen = listed.filter(includes);
    const cadence = { ...USUAL_CADENCE, now: clock.now(), sweepsSynced: ghostSweep };
    const due = chosen.flatMap((app) => dueFor(app, previous.get(appKey(app.ref)), cadence));
    const sharedBy = (app: AppKey) => shared.get(app) ?? [];
    const looked = new Map<AppKey, ScannedApp>();
    for await (const one of lookAtApps(due, { instance, sharedBy }, rest)) {
      looked.set(appKey(one.listed.ref), scannedApp(one));
      onProgress?.({ done: looked.size, of: due.length });
    }
    const scanned = chosen.map((app) => {
      const key = appKey(app.ref);
      return looked.get(key) ?? skippedApp(app, previous.get(key));
    });
    return summarise(scanned, clock.now().toISOString());
  };
}

function dueFor(
  listed: ListedApp,
  previous: Look | undefined,
  cadence: Parameters<typeof decideLook>[2],
): readonly AppToLookAt[] {
  switch (decideLook(listed, previous, cadence)) {
    case 'skip':
      return [];
    case 'probe':
      return [previous === undefined ? { listed } : { listed, unlessSince: previous }];
    case 'look':
      return [{ listed }];
  }
}
