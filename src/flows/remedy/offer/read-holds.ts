import { describeBlock } from '../../../core/drift/windows.ts';
import { defined } from '../../../core/model/defined.ts';
import { BotError } from '../../../core/model/errors.ts';
import type { AppState } from '../../../core/model/observation.ts';
import type { Wish } from '../../../core/remedy/plan/wishes.ts';
import type { OfferDeps } from '../offer-plans.ts';

export interface Holds {
  /** What would keep a plan of that kind from running now, in words. */
  readonly of: (kind: Wish['kind']) => readonly string[];
  /** What could not be found out. */
  readonly notes: readonly string[];
}

/** Freezes and sync windows as they are now: whoever asks for a change learns of them before, not when it is superseded. */
export async function readHolds(
  { instance, frozenBy, clock }: Pick<OfferDeps, 'instance' | 'frozenBy' | 'clock'>,
  app: AppState,
  signal: AbortSignal,
): Promise<Holds> {
  const now = clock.now();
  const freeze = frozenBy(instance.name, app.project, now);
  const { window, notes } = await readWindow();
  // ending a stuck operation is the way out of a closed window
  const holdsOf = (kind: Wish['kind']) => [freeze, kind === 'terminate' ? undefined : window];
  return { of: (kind) => holdsOf(kind).filter((hold) => hold !== undefined), notes };

  async function readWindow(): Promise<{ readonly window?: string; readonly notes: readonly string[] }> {
    try {
      const handle = { ref: app.ref, project: app.project };
      const { nextOpening, ...windows } = await instance.argocd.windows(handle, { signal });
      const opening = defined({ nextOpening: nextOpening(now) });
      return { notes: [], ...defined({ window: describeBlock({ ...windows, ...opening }, { automated: false }) }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof BotError)) throw error;
      return { notes: [`sync windows could not be checked: ${error.message}`] };
    }
  }
}
