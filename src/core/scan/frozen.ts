import { type ListedApp, SKIP_RECONCILE } from './listed-app.ts';

/** Argo CD's verdict is frozen: what it says of the app is not what is there now. */
export interface FrozenVerdict {
  readonly reason: 'skip-reconcile' | 'stale-reconcile' | 'cluster-connection';
  readonly says: string;
}

/** Unless somebody says otherwise. */
export const STALE_AFTER_MS = 60 * 60_000;

export interface FrozenInput {
  readonly now: Date;
  /** Argo CD compares every few minutes; this long without is no chance. */
  readonly staleAfterMs: number;
  /** Destinations that Argo CD cannot reach, by server and by name, with its reason. */
  readonly failedClusters: ReadonlyMap<string, string>;
}

/** Why what Argo CD says of the app may not be so any more; undefined: it compares. */
export function frozenVerdictOf(
  listed: ListedApp,
  { now, staleAfterMs, failedClusters }: FrozenInput,
): FrozenVerdict | undefined {
  if (listed.annotations[SKIP_RECONCILE] === 'true') {
    return { reason: 'skip-reconcile', says: `Argo CD does not compare it: ${SKIP_RECONCILE} is set` };
  }
  const { server, name } = listed.destination;
  const failure = failedClusters.get(server ?? '') ?? failedClusters.get(name ?? '');
  if (failure !== undefined) {
    return { reason: 'cluster-connection', says: `Argo CD cannot reach its cluster: ${failure}` };
  }
  const { reconciledAt } = listed;
  if (reconciledAt !== undefined && now.getTime() - Date.parse(reconciledAt) > staleAfterMs) {
    return { reason: 'stale-reconcile', says: `Argo CD last compared it at ${reconciledAt}` };
  }
  return undefined;
}
