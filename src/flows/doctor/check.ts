import { BotError } from '../../core/model/errors.ts';
import type { CallOptions } from '../../ports/argocd.ts';

/** One thing that must be true for the product to work; a failed one says the line that repairs it. */
export interface Check {
  /** Of which it is said: an Argo CD by its name, Slack, Redis. */
  readonly instance: string;
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  /** '' when there is nothing to do. */
  readonly repair: string;
  /** Nothing is wrong, and yet somebody should know. */
  readonly isNote?: true;
}

export type Outcome = Pick<Check, 'ok' | 'says' | 'isNote'> & { readonly repair?: string };

/** Never throws for what it checks: that is the answer. */
export type RunCheck = (name: string, run: () => Promise<Outcome>) => Promise<Check>;

export function makeRunCheck(instance: string, { signal }: CallOptions): RunCheck {
  return async (name, run) => {
    try {
      const { ok, says, repair = '', isNote } = await run();
      return isNote
        ? { instance, name, ok, says, repair, isNote }
        : { instance, name, ok, says, repair: ok ? '' : repair };
    } catch (error) {
      if (!(error instanceof BotError) || signal?.aborted) throw error;
      return { instance, name, ok: false, says: error.message, repair: error.hint };
    }
  };
}
