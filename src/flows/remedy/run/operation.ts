import { RejectedError } from '../../../core/model/errors.ts';
import type { AppState, Operation } from '../../../core/model/observation.ts';
import type { Plan } from '../../../core/remedy/plan/plan.ts';
import { isInProgress } from '../../../core/remedy/plan/terminate.ts';
import { type Patience, poll } from './poll.ts';
import { appOf, type Site } from './site.ts';

/* Argo CD runs one operation per app, and remembers the last. */

export const UNTIL_ENDED: Patience = { everyMs: 1000, forMs: 600_000 };

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

/**
 * Why no other operation can be started; undefined: one can. One that runs is somebody else's business; one that was terminated
 * or has not begun is over, or runs, in a moment: that is waited for.
 */
export async function busyWith(site: Site, plan: Plan, signal: AbortSignal): Promise<string | undefined> {
  const { name } = plan.app;
  const seen = await poll(
    async () => {
      const { operation } = await site.instance.argocd.getApp(appOf(plan), { signal });
      if (!isInProgress(operation)) return 'nothing';
      return operation?.phase === 'Running' && operation.startedAt !== undefined ? 'another' : undefined;
    },
    UNTIL_ENDED,
    { ...site, signal },
  );
  if (seen === 'nothing') return undefined;
  return seen === 'another'
    ? `Argo CD is busy with another operation of ${name}`
    : `Argo CD has not cleared the last operation of ${name} after 10 minutes: look at its application controller`;
}

/** Why the operation did not bring about what it should; undefined: it did. */
export function failureOf(operation: Operation | undefined): string | undefined {
  if (operation === undefined) return 'Argo CD does not remember the operation';
  if (operation.phase === 'Succeeded') return undefined;
  return `the operation ended as ${operation.phase}: ${operation.message}`;
}

export function busy({ app }: Pick<Plan, 'app'>): RejectedError {
  return new RejectedError(
    'remedy.operation-running',
    `Argo CD has been busy with another operation of ${app.name} for 10 minutes.`,
    'Let it end or terminate it, then plan again.',
  );
}

export const STILL_RUNNING = 'the operation still runs after 10 minutes';
