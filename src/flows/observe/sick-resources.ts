import { isNotHealthy } from '../../core/facts/not-healthy.ts';
import type { ResourceObservation } from '../../core/facts/observation.ts';
import { defined } from '../../core/model/defined.ts';
import type { AppState } from '../../core/model/observation.ts';
import type { Reads } from './reads.ts';

const MOST = 5;

/** Resources that are not healthy, for their health and their live state, whether they drift or not. */
export async function readSick(
  app: AppState,
  { cluster, lookout, options }: Reads,
): Promise<readonly ResourceObservation[]> {
  if (!isNotHealthy(app)) return [];
  const sick = app.resources.filter(
    ({ health, hook }) => !hook && health !== undefined && health.status !== 'Healthy' && health.status !== 'Missing',
  );
  const observed: ResourceObservation[] = [];
  for (const { group, kind, namespace, name, version, health, status } of sick.slice(0, MOST)) {
    const ref = { group, kind, namespace, name };
    const found = cluster && (await lookout.look(`${kind}/${name}`, () => cluster.read(ref, version, options)));
    const live = found && options.masker.manifest(found);
    observed.push({
      ref,
      version,
      ...defined({ status, health }),
      requiresPruning: false,
      hook: false,
      // the same on both sides: looked at for its health, not for drift
      target: live ?? null,
      live: live ?? null,
      facts: {},
    });
  }
  return observed;
}
