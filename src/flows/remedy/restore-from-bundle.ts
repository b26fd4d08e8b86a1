import { BotError, StaleError } from '../../core/model/errors.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import type { Step } from '../../core/remedy/plan/plan.ts';
import type { Bundle } from '../../core/remedy/restore/bundle.ts';
import { refusalOf } from './run/refusal.ts';
import { type Changed, clusterOf } from './run/site.ts';
import { guardUndo, type UndoAt, undoStep } from './undo-step.ts';

/** already: it is as before. conflict: not ours to overwrite. none: it has no undo. failed: it was refused, or nobody answered. */
export type RestoreOutcome = 'restored' | 'already' | 'conflict' | 'none' | 'failed';

export interface RestoredObject {
  readonly step: number;
  readonly target: ResourceRef;
  readonly outcome: RestoreOutcome;
  /** Why it was not restored, or what is not as before although it was; '' = nothing to say. */
  readonly because: string;
}

export interface RestoreOptions {
  readonly signal: AbortSignal;
  /** Asks the API server and changes nothing: `restored` is what would be. */
  readonly dryRun?: boolean;
  /** Steps that are left alone, with what is said of them. */
  readonly except?: readonly RestoredObject[];
}

/**
 * Undoes a run with nothing but its bundle: the last step first, one object at a time. Which steps were done is read from
 * the cluster: what is as before stays. Asking again goes on where it stopped. @throws NotAllowedError without access
 */
export async function* restoreFromBundle(
  site: Changed,
  { plan, objects, at: since }: Bundle,
  { signal, dryRun = false, except = [] }: RestoreOptions,
): AsyncGenerator<RestoredObject> {
  for (const [step, one] of [...plan.steps.entries()].toReversed()) {
    signal.throwIfAborted();
    const known = except.find((object) => object.step === step);
    if (known !== undefined) yield known;
    else {
      const cluster = clusterOf(site, plan, one);
      const at = { step: one, saved: objects[step] ?? null, since, cluster, signal, dryRun };
      yield { step, target: one.target, ...(await restoreStep(at)) };
    }
  }
}

type Result = Pick<RestoredObject, 'outcome' | 'because'>;

const MAX_STALE = 3;

async function restoreStep(at: UndoAt): Promise<Result> {
  const { undo, target } = at.step;
  if (undo.how === 'none') return { outcome: 'none', because: undo.because };
  try {
    for (let stale = 0; ; stale += 1) {
      const { answer, held } = await guardUndo(at);
      if (answer === 'already') return { outcome: 'already', because: '' };
      if (answer === 'gone') return { outcome: 'conflict', because: 'the object is gone' };
      if (answer === 'changed') return { outcome: 'conflict', because: 'somebody else has written it since' };
      if (await isDone(at, held, stale)) return { outcome: 'restored', because: noteOf(at.step) };
    }
  } catch (error) {
    if (error instanceof BotError) return { outcome: 'failed', because: refusalOf(error, target) };
    throw error;
  }
}

/** false: it is not as the guard saw it; ask again. */
async function isDone(at: UndoAt, held: Parameters<typeof undoStep>[1], stale: number): Promise<boolean> {
  try {
    await undoStep(at, held);
    return true;
  } catch (error) {
    if (error instanceof StaleError && stale < MAX_STALE) return false;
    throw error;
  }
}

function noteOf({ undo }: Step): string {
  return undo.how === 'recreate' || undo.how === 'reapply' ? undo.note : '';
}
