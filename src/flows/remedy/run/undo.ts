import { NotFoundError } from '../../../core/model/errors.ts';
import type { Bundle } from '../../../core/remedy/bundle.ts';
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
  /** The bundle of the last plan that was asked for; it holds Secrets and goes with the process. */
  let read: { readonly id: string; readonly bundle: Bundle } | undefined;

  async function getBundle(id: string, signal: AbortSignal): Promise<Bundle> {
    if (read?.id === id) return read.bundle;
    const bundle = await bundlesOf(site).read(id, { signal });
    if (bundle === undefined)
      throw new NotFoundError(
        'bundle.not-there',
        `There is no rollback bundle ${id}.`,
        'Look for it in the Secrets of Plumbline’s namespace and in its backups.',
      );
    read = { id, bundle };
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
