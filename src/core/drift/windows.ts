import type { ResourceObservation } from '../facts/observation.ts';
import type { Evidence } from '../model/change.ts';
import type { AppState, SyncWindow, SyncWindows } from '../model/observation.ts';
import { isGitAhead, wasNeverSynced } from './subject.ts';

/* Sync windows (docs/facts.md#sync-windows): what Git wants may wait for one to open. */

/** Something waits for a sync, so a window may be why. */
export function mayWaitForWindow(app: AppState, drifting: readonly ResourceObservation[]): boolean {
  if (app.sync.status !== 'OutOfSync') return false;
  return isGitAhead(app) || wasNeverSynced(app) || drifting.some(({ live }) => live === null) || isHeld(app);
}

/** A sync that a window closed upon stays Running. */
function isHeld({ operation }: AppState): boolean {
  return operation?.phase === 'Running' && /sync window/i.test(operation.message);
}

/**
 * What keeps a sync from running now, in one sentence; undefined: nothing does. `automated`: also what stops Argo CD
 * alone, while a person may still sync.
 */
export function describeBlock(
  windows: SyncWindows,
  { automated }: { readonly automated: boolean },
): string | undefined {
  const closing = closingWindows(windows);
  if (windows.canSync && (!automated || closing.length === 0)) return undefined;
  const who = windows.canSync ? 'automated sync, not a sync by hand' : 'every sync';
  return `a sync window blocks ${who}: ${closing.map(describeWindow).join('; ') || 'which one is unknown'}; ${openingText(windows)}`;
}

/** The active denials; without one, the allowances of which none is active. */
function closingWindows({ active, assigned }: SyncWindows): readonly SyncWindow[] {
  const denials = active.filter(({ kind }) => kind === 'deny');
  if (denials.length > 0 || active.length > 0) return denials;
  return assigned.filter(({ kind }) => kind === 'allow');
}

function describeWindow({ kind, schedule, duration, timeZone }: SyncWindow): string {
  return `${kind} ${schedule} for ${duration} (${timeZone === '' ? 'time zone unknown' : timeZone})`;
}

function openingText({ nextOpening }: SyncWindows): string {
  return nextOpening ? `next opening ${nextOpening.local} ${nextOpening.timeZone}` : 'when it opens is unknown';
}

export function windowEvidence({ windows, autoSync }: AppState): readonly Evidence[] {
  const says = windows && describeBlock(windows, { automated: autoSync.enabled });
  return says === undefined ? [] : [{ source: 'argocd', says }];
}

/** For the words of a fix that a window refuses today; '' = it may run. */
export function whenOpen({ windows }: AppState): string {
  if (!windows || windows.canSync) return '';
  return windows.nextOpening
    ? `; the sync window opens ${windows.nextOpening.local} ${windows.nextOpening.timeZone}`
    : '; not before the sync window opens';
}
