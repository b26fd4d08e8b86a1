import { UnavailableError } from '../../core/model/errors.ts';
import type { Log } from '../../ports/log.ts';

/**
 * What follows from a decision that is recorded: its audit line, its message, its run. A store or a queue that goes away now does
 * not make the decision undone: the next tick makes up for it, and whoever decided is not told that it failed.
 */
export async function afterRecord(log: Log, planId: string, followUp: () => Promise<void>): Promise<void> {
  try {
    await followUp();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    log.warn('what follows from a decision waits for the next tick', { plan: planId, error });
  }
}
