import { BotError, StaleError } from '../../../../core/model/errors.ts';
import { busy, UNTIL_ENDED } from '../operation.ts';
import type { Site } from '../site.ts';
import type { Guarded, StepAt } from './driver.ts';
import { staleWhen } from './stale-when.ts';

/**
 * Starts an operation of Argo CD. What it still has to clear, of an operation that was terminated a moment ago, refuses every
 * other: that is waited out, and the guard is asked again each time, because what ended may have changed what was approved.
 * @throws StaleError: the guard matches no more, or Argo CD is not as it saw it; nothing was done
 */
export async function startOperation(
  { pace }: Site,
  { plan, signal }: StepAt,
  { guard, start }: { readonly guard: () => Promise<Guarded>; readonly start: () => Promise<void> },
): Promise<void> {
  const until = pace.now() + UNTIL_ENDED.forMs;
  for (;;) {
    try {
      return await staleWhen(({ code }) => code === 'argocd.precondition', start);
    } catch (error) {
      if (!(error instanceof BotError) || error.code !== 'argocd.busy') throw error;
      if (pace.now() >= until) throw busy(plan);
      await pace.wait(UNTIL_ENDED.everyMs, signal);
      if ((await guard()).answer !== 'match')
        throw new StaleError(error.code, error.message, error.hint, { cause: error });
    }
  }
}
