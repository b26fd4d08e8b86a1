import type { AppState, Health } from '../model/observation.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

/** One resource as a list of applications names it. */
export interface ListedResource extends ResourceRef {
  /** Absent for hooks, skipped objects and copied tracking ids. */
  readonly status?: string;
  readonly requiresPruning: boolean;
}

/**
 * What is kept of an app that a list named: enough to decide whether to look closer, and small, because fifty thousand
 * of them are held in memory at once and travel in job data. Resources that are in sync are not among it. `annotations` are
 * only those that say whether Argo CD's verdict is frozen; `reconciledAt` is absent where the list does not carry it:
 * Argo CD's own never does.
 */
export interface ListedApp
  extends Pick<AppState, 'ref' | 'project' | 'annotations' | 'sync' | 'autoSync' | 'destination' | 'reconciledAt'> {
  readonly labels: Readonly<Record<string, string>>;
  readonly health: Pick<Health, 'status'>;
  readonly drifting: readonly ResourceRef[];
  /** What must be known of it whatever its status says (app-notices.ts); absent: nothing that the list carries. */
  readonly notices?: readonly string[];
  /** Changes when anything that a scan reads from the list changes, and only then. */
  readonly identity: string;
}

export const SKIP_RECONCILE = 'argocd.argoproj.io/skip-reconcile';

/** Synced and Healthy needs no look: Argo CD compared it and found nothing. */
export function isWorthALook({ sync, health }: Pick<ListedApp, 'sync' | 'health'>): boolean {
  return sync.status !== 'Synced' || health.status !== 'Healthy';
}

/** Hooks have no status, and yet a finished one may want pruning. */
export function isListedAsDrifting({ status, requiresPruning }: ListedResource): boolean {
  return requiresPruning || (status !== undefined && status !== 'Synced');
}
