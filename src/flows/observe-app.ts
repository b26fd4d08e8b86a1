import type { Observation } from '../core/facts/observation.ts';
import { makeMasker } from '../core/mask/mask.ts';
import type { AppState, InstanceState, OtherApp } from '../core/model/observation.ts';
import { isSame, kindAndName, type ResourceRef } from '../core/model/resource-ref.ts';
import type { AppHandle, CallOptions } from '../ports/argocd.ts';
import type { Clock } from '../ports/clock.ts';
import { observeDrifting, probeOf, unseenIn } from './observe/drifting-resources.ts';
import { fetchAppFacts } from './observe/fetch-facts.ts';
import { sweepGhosts } from './observe/ghosts.ts';
import { makeLookout } from './observe/look.ts';
import { makeReads, type ObservedArgoCd, type ObservedCluster } from './observe/reads.ts';
import type { SharedFacts } from './observe/shared-facts.ts';
import { readSick } from './observe/sick-resources.ts';
import { lookAtWindows } from './observe/windows.ts';

export interface ObserveDeps {
  readonly argocd: ObservedArgoCd;
  /** undefined: no access to that destination is configured, which is a normal state. */
  readonly clusterFor: (destination: AppState['destination']) => ObservedCluster | undefined;
  readonly clock: Clock;
  readonly notHealthyAfterMs: number;
}

/** What a scan knows of the fleet beyond the app at hand. */
export interface FleetFacts {
  readonly instance: InstanceState;
  /** undefined: nobody asked the others. */
  readonly otherAppsOf: (app: AppState, ref: ResourceRef) => readonly OtherApp[] | undefined;
  readonly shared: SharedFacts;
  /** Also read the workloads that Argo CD shows as Synced, for what a person added to them. */
  readonly ghostSweep?: boolean;
}

export type ObserveApp = (handle: AppHandle, fleet: FleetFacts, options?: CallOptions) => Promise<Observation>;

/** One App's facts with the fewest calls: which resources drift, and whether it is healthy, decides what is fetched. */
export function makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs }: ObserveDeps): ObserveApp {
  return async (handle, fleet, given = {}) => {
    const options = { ...given, masker: given.masker ?? makeMasker() };
    const app = await argocd.getApp(handle, options);
    const cluster = clusterFor(app.destination);
    const lookout = makeLookout(options.signal);
    const now = clock.now();
    const known = { ref: app.ref, project: app.project };
    const isOutOfSync = app.sync.status === 'OutOfSync';
    const compared = isOutOfSync
      ? await lookout.look('what Argo CD compares', () => argocd.managedResources(known, undefined, options))
      : undefined;
    const unseen = compared === undefined ? [] : unseenIn(compared, app);
    for (const ref of unseen)
      lookout.miss(`what Argo CD compares: it lists ${kindAndName(ref)} as OutOfSync and left it out of its answer`);
    const isWhole = compared !== undefined && unseen.length === 0;
    const reported = (compared ?? []).filter(({ isDrifting }) => isDrifting);
    const { shared, otherAppsOf } = fleet;
    const reads = makeReads(
      { handle: known, argocd, cluster, shared, otherAppsOf, lookout, options, now, notHealthyAfterMs },
      reported.filter((resource) => resource.target() === null).map(({ ref }) => ref),
    );
    const drifting = isOutOfSync ? await observeDrifting(app, reported, reads) : [];
    const windows = await lookAtWindows(app, known, drifting, { argocd, lookout, now }, options);
    const sick = await readSick(app, reads);
    const runtime = await fetchAppFacts({ app, resources: sick }, reads);
    const sweep = fleet.ghostSweep ? await sweepGhosts(app, known, { argocd, cluster, lookout }, options) : undefined;
    const differing = [...drifting, ...(sweep?.ghosts ?? [])];
    const isUnreachable = cluster === undefined && (drifting.length > 0 || app.health.status !== 'Healthy');
    return {
      app: windows ? { ...app, windows } : app,
      instance: fleet.instance,
      resources: [...differing, ...sick.filter(({ ref }) => !differing.some((other) => isSame(other.ref, ref)))],
      runtime,
      ...(sweep ? { sweptWorkloads: sweep.workloads } : {}),
      notObserved: [
        ...(isUnreachable
          ? [
              `no access to the destination cluster ${app.destination.server ?? app.destination.name ?? ''} is configured`,
            ]
          : []),
        ...lookout.missed,
      ],
      observedAt: now.toISOString(),
      ...(isWhole ? { probe: probeOf(compared, app) } : {}),
      ...(isOutOfSync && !isWhole ? { comparisonUnread: true } : {}),
    };
  };
}
