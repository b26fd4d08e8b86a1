import type { ResourceObservation } from '../facts/observation.ts';
import { LAST_APPLIED } from '../kubernetes/object-metadata.ts';
import { stringAt } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';

/**
 * How Argo CD compares a resource (docs/facts.md#comparison-strategies). `verdict`: it was not ours to decide, Argo CD's
 * result was fetched.
 */
export type Strategy = 'server-side' | 'structured-merge' | 'three-way' | 'two-way' | 'verdict';

const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options';
const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

export function strategyFor(app: AppState, { verdict, target, live }: ResourceObservation): Strategy {
  if (verdict) return 'verdict';
  if (hasOption(app.annotations[COMPARE_OPTIONS], 'ServerSideDiff=true')) return 'server-side';
  if (appliesServerSide(app, target)) return 'structured-merge';
  return stringAt(live ?? {}, 'metadata', 'annotations', LAST_APPLIED) === undefined ? 'two-way' : 'three-way';
}

/** By the app's sync options, or by the resource's own, which win. */
export function appliesServerSide(app: AppState, target: ResourceObservation['target']): boolean {
  const own = stringAt(target ?? {}, 'metadata', 'annotations', SYNC_OPTIONS);
  if (hasOption(own, 'ServerSideApply=false')) return false;
  return app.syncOptions.includes('ServerSideApply=true') || hasOption(own, 'ServerSideApply=true');
}

export function hasOption(annotation: string | undefined, option: string): boolean {
  return (annotation ?? '').split(',').some((entry) => entry.trim() === option);
}
