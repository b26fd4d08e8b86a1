import type { AppState } from '../model/observation.ts';

/** Every app that is not Healthy gets the look underneath, also a Synced one. '' = Argo CD has not assessed it yet. */
export function isNotHealthy({ health }: Pick<AppState, 'health'>): boolean {
  return health.status !== 'Healthy' && health.status !== '';
}
