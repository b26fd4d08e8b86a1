import { isWorthALook, type ListedApp } from './listed-app.ts';
import type { Look } from './seen-app.ts';

export interface Cadence {
  readonly now: Date;
  /** Restarts and log lines move while the list stands still. */
  readonly notHealthyEveryMs: number;
  /** What neither list nor probe shows, such as another commit before Argo CD 3.5, is seen this often. */
  readonly atLeastEveryMs: number;
  /** Apps that are Synced and Healthy are looked at as well, for what a person added past Git. */
  readonly sweepsSynced?: boolean;
}

export const USUAL_CADENCE: Omit<Cadence, 'now'> = { notHealthyEveryMs: 5 * 60_000, atLeastEveryMs: 60 * 60_000 };

/**
 * skip: nothing can have changed, or there is nothing to see. probe: a light call tells whether drifting resources were
 * written since. look: fetch and explain.
 */
export type LookDecision = 'skip' | 'probe' | 'look';

export function decideLook(listed: ListedApp, previous: Look | undefined, cadence: Cadence): LookDecision {
  if (!isWorthALook(listed)) return cadence.sweepsSynced ? sweep(listed, previous, cadence) : 'skip';
  if (previous === undefined || previous.identity !== listed.identity) return 'look';
  const age = cadence.now.getTime() - Date.parse(previous.at);
  // NaN, of a time that cannot be read, must not read as young
  if (!(age < (isSettled(listed) ? cadence.atLeastEveryMs : cadence.notHealthyEveryMs))) return 'look';
  if (listed.sync.status !== 'OutOfSync') return 'skip';
  return previous.probe === '' ? 'look' : 'probe';
}

/** Argo CD could compare it, and it runs: only writes can change what is to be said. */
function isSettled({ sync, health }: ListedApp): boolean {
  return sync.status !== 'Unknown' && health.status === 'Healthy';
}

/** Argo CD says nothing when a live-only field is added: only looking from time to time shows it. */
function sweep({ identity }: ListedApp, previous: Look | undefined, cadence: Cadence): LookDecision {
  const age = cadence.now.getTime() - Date.parse(previous?.at ?? '');
  return previous?.identity === identity && age < cadence.atLeastEveryMs ? 'skip' : 'look';
}
