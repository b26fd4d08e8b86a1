import { RejectedError } from '../../../core/model/errors.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import type { Bundle } from '../../../core/remedy/restore/bundle.ts';
import { bundlesOf, clusterOf, type Site } from './site.ts';

/** Everything the plan changes, as it is now, where it survives Plumbline; the bundle's id once it was read back whole. */
export async function saveBundle(site: Site, plan: Plan, at: string, signal: AbortSignal): Promise<string> {
  const bundles = bundlesOf(site);
  await bundles.save(await readObjects(site, plan, at, signal), { signal });
  const stored = await bundles.read(plan.id, { signal });
  if (stored?.plan.hash === plan.hash && stored.objects.length === plan.steps.length) return stored.id;
  throw new RejectedError(
    'bundle.not-there',
    'The rollback bundle could not be read back as it was written.',
    'Look at the Secrets of Plumbline’s namespace, then plan again.',
  );
}

async function readObjects(site: Site, plan: Plan, at: string, signal: AbortSignal): Promise<Bundle> {
  const objects: Bundle['objects'][number][] = [];
  for (const step of plan.steps) {
    const { reader } = clusterOf(site, plan, step);
    objects.push((await reader.read(step.target, step.version, { signal })) ?? null);
  }
  return { id: plan.id, at, app: plan.app, plan, objects };
}
