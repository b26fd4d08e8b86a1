import type { AppState, Operation } from '../../../core/model/observation.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import { isInProgress } from '../../../core/remedy/plan/terminate.ts';
import { type Patience, poll } from './poll.ts';
import { appOf, type Site } from './site.ts';

/* Argo CD runs one operation per app, and remembers the last. */

const UNTIL_ENDED: Patience = { everyMs: 1000, forMs: 600_000 };

/** Written into Argo CD's operation info; it is how a step's own operation is known again. */
export function reasonFor({ id, hash }: Pick<Plan, 'id' | 'hash'>, step: number): string {
  return `Plumbline plan ${id} step ${step + 1} (${hash.slice(0, 12)})`;
}

/** The app once nothing runs in it; undefined: something still does. */
export function untilIdle(site: Site, plan: Plan, signal: AbortSignal): Promise<AppState | undefined> {
  const { argocd } = site.instance;
  return poll(
    async () => {
      const state = await argocd.getApp(appOf(plan), { signal });
      return isInProgress(state.operation) ? undefined : state;
    },
    UNTIL_ENDED,
    { ...site, signal },
  );
}

/** Why the operation did not bring about what it should; undefined: it did. */
export function failureOf(operation: Operation | undefined): string | undefined {
  if (operation === undefined) return 'Argo CD does not remember the operation';
  if (operation.phase === 'Succeeded') return undefined;
  return `the operation ended as ${operation.phase}: ${operation.message}`;
}

export const STILL_RUNNING = 'the operation still runs after 10 minutes';
