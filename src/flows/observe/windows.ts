import { mayWaitForWindow } from '../../core/drift/windows.ts';
import type { ResourceObservation } from '../../core/facts/observation.ts';
import type { AppState, SyncWindows } from '../../core/model/observation.ts';
import type { AppHandle, ArgoCdReader } from '../../ports/argocd.ts';
import type { Lookout } from './look.ts';
import type { ObserveOptions } from './reads.ts';

export interface WindowDeps {
  readonly argocd: Pick<ArgoCdReader, 'windows'>;
  readonly lookout: Lookout;
  readonly now: Date;
}

/** Asked once per app, and only of one that waits for a sync. */
export async function lookAtWindows(
  app: AppState,
  handle: AppHandle,
  drifting: readonly ResourceObservation[],
  { argocd, lookout, now }: WindowDeps,
  options: ObserveOptions,
): Promise<SyncWindows | undefined> {
  if (!mayWaitForWindow(app, drifting)) return undefined;
  const state = await lookout.look('sync windows', () => argocd.windows(handle, options));
  if (!state) return undefined;
  const { canSync, active, assigned } = state;
  const nextOpening = state.nextOpening(now);
  return { canSync, active, assigned, ...(nextOpening ? { nextOpening } : {}) };
}
