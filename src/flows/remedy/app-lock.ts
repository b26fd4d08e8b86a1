import { appKey } from '../../core/model/app-key.ts';
import type { Plan } from '../../core/remedy/plan/plan.ts';

/** Whoever changes the app, by whatever plan, holds this one. */
export function appLock({ instance, app }: Pick<Plan, 'instance' | 'app'>): string {
  return `app.${instance}.${appKey(app)}`;
}

export const APP_LOCK_MS = 30_000;
