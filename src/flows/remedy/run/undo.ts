import { NotFoundError } from '../../../core/model/errors.ts';
import type { Bundle } from '../../../core/remedy/restore/bundle.ts';
import type { Guard } from '../../../ports/cluster.ts';
import { guardUndo, type UndoAt, undoStep } from '../undo-step.ts';
import type { Guarded, StepAt } from './drivers/driver.ts';
import { bundlesOf, clusterOf, type Site } from './site.ts';

/** Steps backwards, from the run's own bundle. */
export interface Undo {
  guard(at: StepAt): Promise<Guarded>;
  act(at: StepAt, held: Guard | undefined): Promise<void>;
}

export function makeUndo(site: Site): Undo {
  /** By the signal of the run that reads them: they hold Secrets, and are let go with it. */
  const bundles = new WeakMap<AbortSignal, Bundle>();

  async function getBundle(id: string, signal: AbortSignal): Promise<Bundle> {
    const known = bundles.get(signal);
    if (known?.id === id) return known;
    const bundle = await bundlesOf(site).read(id, { signal });
    if (bundle === undefined)
      throw new NotFoundError(
        'bundle.not-there',
        `There is no rollback bundle ${id}.`,
        'Look for it in the Secrets of Plumbline’s namespace and in its backups.',
      );
    bundles.set(signal, bundle);
    return bundle;
  }

  async function undoAt({ plan, step, index, signal }: StepAt): Promise<UndoAt> {
    const { objects, at } = await getBundle(plan.id, signal);
    return { step, saved: objects[index] ?? null, since: at, cluster: clusterOf(site, plan, step), signal };
  }

  return {
    guard: async (at) => guardUndo(await undoAt(at)),
    act: async (at, held) => undoStep(await undoAt(at), held),
  };
}
