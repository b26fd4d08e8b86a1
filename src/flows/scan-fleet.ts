import { BotError } from '../core/model/errors.ts';
import type { AppState, OtherApp } from '../core/model/observation.ts';
import type { ResourceRef } from '../core/model/resource-ref.ts';
import { type ScannedApp, type ScanResult, summarise } from '../core/scan/scan-result.ts';
import type { AppListing, AppSelector, ArgoCdReader } from '../ports/argocd.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExplainApp } from './explain-app.ts';
import { makeSharedFacts } from './observe/shared-facts.ts';
import type { ObserveApp } from './observe-app.ts';

export interface ScanDeps {
  readonly argocd: ArgoCdReader;
  readonly observeApp: ObserveApp;
  readonly explainApp: ExplainApp;
  readonly clock: Clock;
}

export interface ScanOptions {
  readonly selector?: AppSelector;
  /** Which of the listed apps to look at; the others still count. */
  readonly includes?: (listing: AppListing) => boolean;
  readonly signal?: AbortSignal;
  /** Apps observed side by side; the instance's rate limit is the adapter's. */
  readonly concurrency?: number;
  /** One app that hangs delays nobody: after this it is reported as not observed. */
  readonly appTimeoutMs?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

export type ScanFleet = (options?: ScanOptions) => Promise<ScanResult>;

/** list → decide what to look at → observe → explain → summarise. */
export function makeScanFleet({ argocd, observeApp, explainApp, clock }: ScanDeps): ScanFleet {
  return async (options = {}) => {
    const {
      selector = {},
      includes = () => true,
      signal,
      concurrency = 8,
      appTimeoutMs = 60_000,
      onProgress,
    } = options;
    const call = signal ? { signal } : {};
    const [instance, listings] = await Promise.all([argocd.settings(call), argocd.listApps(selector, call)]);
    const chosen = listings.filter(includes);
    const worth = chosen.filter(({ app }) => isWorthALook(app));
    const fleet = { instance, shared: makeSharedFacts(), otherAppsOf: otherAppsIn(listings) };
    const scanned = new Map<AppListing, ScannedApp>(chosen.map((listing) => [listing, { app: listing.app }]));
    let done = 0;
    await forEachConcurrently(worth, concurrency, async (listing) => {
      scanned.set(listing, await scanOne(listing));
      done += 1;
      onProgress?.({ done, of: worth.length });
    });
    return summarise([...scanned.values()], clock.now().toISOString());

    async function scanOne({ ref, project, app }: AppListing): Promise<ScannedApp> {
      const deadline = AbortSignal.timeout(appTimeoutMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        const observation = await observeApp({ ref, project }, fleet, { signal: either });
        return { app: observation.app, observation, findings: await explainApp(observation) };
      } catch (error) {
        if (signal?.aborted) throw error;
        if (deadline.aborted)
          return { app, notObserved: `it did not answer within ${Math.round(appTimeoutMs / 1000)} s` };
        if (error instanceof BotError) return { app, notObserved: error.message };
        throw error;
      }
    }
  };
}

/** Synced and Healthy needs no look: Argo CD compared it and found nothing. */
export function isWorthALook({ sync, health }: AppState): boolean {
  return sync.status !== 'Synced' || health.status !== 'Healthy';
}

/** Who else lists a resource as its own. Only drifting resources are ever asked about, so the index holds only those. */
export function otherAppsIn(listings: readonly AppListing[]): (app: AppState, ref: ResourceRef) => readonly OtherApp[] {
  const owners = new Map<string, AppState[]>();
  for (const { app } of listings) {
    for (const resource of app.resources) if (resource.status !== 'Synced') owners.set(keyOf(app, resource), []);
  }
  for (const { app } of listings) {
    for (const resource of app.resources) owners.get(keyOf(app, resource))?.push(app);
  }
  return (app, ref) =>
    (owners.get(keyOf(app, ref)) ?? [])
      .filter(({ ref: other }) => other.name !== app.ref.name || other.namespace !== app.ref.namespace)
      .map(({ ref: other, autoSync, resources }) => ({
        name: other.name,
        rendersIt: resources.some(
          (entry) => entry.name === ref.name && entry.kind === ref.kind && !entry.requiresPruning,
        ),
        prune: autoSync.prune,
        everythingWantsPruning: resources.length > 1 && resources.every(({ requiresPruning }) => requiresPruning),
      }));
}

function keyOf({ destination }: AppState, { group, kind, namespace, name }: ResourceRef): string {
  return `${destination.server ?? destination.name ?? ''} ${group}/${kind} ${namespace}/${name}`;
}

async function forEachConcurrently<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
