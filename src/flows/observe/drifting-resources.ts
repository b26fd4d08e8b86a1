import type { ResourceObservation } from '../../core/facts/observation.ts';
import { defined } from '../../core/model/defined.ts';
import type { AppState } from '../../core/model/observation.ts';
import { isSame, type ResourceRef } from '../../core/model/resource-ref.ts';
import { isListedAsDrifting } from '../../core/scan/listed-app.ts';
import { probeHash } from '../../core/scan/probe.ts';
import type { ManagedResource } from '../../ports/argocd.ts';
import { fetchResourceFacts } from './fetch-facts.ts';
import type { Reads } from './reads.ts';

/** Every resource that Argo CD reports, with the facts its rules need; in-sync resources are never parsed. */
export async function observeDrifting(
  app: AppState,
  drifting: readonly ManagedResource[],
  reads: Reads,
): Promise<readonly ResourceObservation[]> {
  const observed: ResourceObservation[] = [];
  for (const resource of drifting) observed.push(await observeOne(resource, app, reads));
  return [...observed, ...(await observeHooks(app, observed, reads))];
}

/** What the app lists as OutOfSync and the comparison does not hold. Hooks are never part of it. */
export function unseenIn(compared: readonly ManagedResource[], app: AppState): readonly ResourceRef[] {
  return app.resources.filter(
    (entry) => entry.status === 'OutOfSync' && !entry.hook && !compared.some(({ ref }) => isSame(ref, entry)),
  );
}

export function probeOf(compared: readonly ManagedResource[], app: AppState): string {
  return probeHash(
    compared.map(({ ref, resourceVersion, modified }) => ({ ...ref, resourceVersion, modified })),
    app.resources.filter(isListedAsDrifting),
  );
}

async function observeOne(resource: ManagedResource, app: AppState, reads: Reads): Promise<ResourceObservation> {
  const { ref } = resource;
  const listed = app.resources.find((entry) => isSame(entry, ref));
  const version = listed?.version ?? '';
  const [target, live] = [resource.target(), resource.live()];
  return {
    ref,
    version,
    ...defined({ status: listed?.status, health: listed?.health }),
    requiresPruning: listed?.requiresPruning ?? target === null,
    hook: listed?.hook ?? false,
    target,
    live,
    verdict: { normalizedLive: resource.normalizedLive(), predicted: resource.predicted() },
    facts: await fetchResourceFacts({ app, ref, version, target, live }, reads),
  };
}

/** Argo CD leaves hooks out of managed-resources; a finished one that wants pruning is still worth a line. */
async function observeHooks(
  app: AppState,
  known: readonly ResourceObservation[],
  { cluster, lookout, options }: Reads,
): Promise<readonly ResourceObservation[]> {
  const hooks = app.resources.filter(
    (entry) => entry.hook && entry.requiresPruning && !known.some(({ ref }) => isSame(ref, entry)),
  );
  const observed: ResourceObservation[] = [];
  for (const { group, kind, namespace, name, version } of hooks) {
    const ref = { group, kind, namespace, name };
    const live = cluster && (await lookout.look(`hook ${kind}/${name}`, () => cluster.read(ref, version, options)));
    if (!live) continue;
    observed.push({
      ref,
      version,
      requiresPruning: true,
      hook: true,
      target: null,
      live: options.masker.manifest(live),
      facts: {},
    });
  }
  return observed;
}
