import { makeMasker } from '../core/mask/mask.ts';
import { defined } from '../core/model/defined.ts';
import type { AppState, InstanceState, Observation, OtherApp } from '../core/model/observation.ts';
import type { ResourceRef } from '../core/model/resource-ref.ts';
import type { AppHandle, ArgoCdReader, CallOptions } from '../ports/argocd.ts';
import type { Clock } from '../ports/clock.ts';
import type { ClusterReader } from '../ports/cluster.ts';
import { sweepGhosts } from './observe/ghosts.ts';
import { makeLookout } from './observe/look.ts';
import { observeDrifting } from './observe/resources.ts';
import type { SharedFacts } from './observe/shared-facts.ts';
import { lookUnderneath } from './observe/underneath.ts';
import { lookAtWindows } from './observe/windows.ts';

export interface ObserveDeps {
  readonly argocd: ArgoCdReader;
  /** undefined: no access to that destination is configured, which is a normal state. */
  readonly clusterFor: (destination: AppState['destination']) => ClusterReader | undefined;
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
    const masker = given.masker ?? makeMasker();
    const options = { ...given, masker };
    const app = await argocd.getApp(handle, options);
    const cluster = clusterFor(app.destination);
    const lookout = makeLookout(options.signal);
    const now = clock.now();
    const known = { ref: app.ref, project: app.project };
    const { resources: drifting, probe } = await observeDrifting(
      app,
      known,
      { argocd, cluster, shared: fleet.shared, otherAppsOf: fleet.otherAppsOf, lookout },
      options,
    );
    const windows = await lookAtWindows(app, known, drifting, { argocd, lookout, now }, options);
    const underneath = await lookUnderneath(app, known, { argocd, cluster, lookout, now, notHealthyAfterMs }, options);
    const sweep = fleet.ghostSweep ? await sweepGhosts(app, known, { argocd, cluster, lookout }, options) : undefined;
    const differing = [...drifting, ...(sweep?.ghosts ?? [])];
    const isDiffering = (ref: ResourceRef): boolean =>
      differing.some(
        (other) => other.ref.kind === ref.kind && other.ref.name === ref.name && other.ref.namespace === ref.namespace,
      );
    const isUnreachable = cluster === undefined && (drifting.length > 0 || app.health.status !== 'Healthy');
    return {
      app: windows ? { ...app, windows } : app,
      instance: fleet.instance,
      resources: [...differing, ...underneath.resources.filter(({ ref }) => !isDiffering(ref))],
      runtime: underneath.runtime,
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
      ...defined({ probe }),
    };
  };
}
