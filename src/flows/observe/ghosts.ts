import { hasGhosts, isTouchedByHand, sweepable } from '../../core/drift/ghosts.ts';
import type { ResourceObservation } from '../../core/facts/observation.ts';
import type { AppState, ResourceStatus } from '../../core/model/observation.ts';
import type { AppHandle, ArgoCdReader } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import type { Lookout } from './look.ts';
import type { ObserveOptions } from './reads.ts';

export interface SweepDeps {
  readonly argocd: Pick<ArgoCdReader, 'managedResources'>;
  readonly cluster: Pick<ClusterReader, 'read'> | undefined;
  readonly lookout: Lookout;
}

export interface Sweep {
  /** How many workloads were read. */
  readonly workloads: number;
  /** Those that carry a person's additions, ready to be explained like any other resource. */
  readonly ghosts: readonly ResourceObservation[];
}

/**
 * One read for each Synced workload, and one more call where a person's client wrote it. `app` may come from a list:
 * only its resources, last sync and ignore rules are looked at. undefined: the cluster is out of reach.
 */
export async function sweepGhosts(
  app: AppState,
  handle: AppHandle,
  deps: SweepDeps,
  options: ObserveOptions,
): Promise<Sweep | undefined> {
  if (!deps.cluster) return undefined;
  const looked = await Promise.all(sweepable(app).map((workload) => sweepOne(workload, app, handle, deps, options)));
  const read = looked.filter((one) => one !== undefined);
  return { workloads: read.length, ghosts: read.flatMap(({ ghost }) => ghost ?? []) };
}

async function sweepOne(
  { group, kind, namespace, name, version, health }: ResourceStatus,
  app: AppState,
  handle: AppHandle,
  { argocd, cluster, lookout }: SweepDeps,
  options: ObserveOptions,
): Promise<{ readonly ghost?: ResourceObservation } | undefined> {
  const ref = { group, kind, namespace, name };
  const live = await lookout.look(`${kind}/${name}`, async () => cluster?.read(ref, version, options));
  if (!live) return undefined;
  if (!isTouchedByHand(live, app)) return {};
  const rows = await lookout.look('what Argo CD compares', () => argocd.managedResources(handle, ref, options));
  const row = rows?.[0];
  const target = row?.target() ?? null;
  if (!row || target === null) return undefined;
  const ghost: ResourceObservation = {
    ref,
    version,
    status: 'Synced',
    ...(health ? { health } : {}),
    requiresPruning: false,
    hook: false,
    target,
    live: options.masker.manifest(live),
    verdict: { normalizedLive: row.normalizedLive(), predicted: row.predicted() },
    facts: {},
  };
  return hasGhosts(app, ghost) ? { ghost } : {};
}
