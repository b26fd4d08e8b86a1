import { isExpired } from '../../policy/decide.ts';
import { restorableUntil } from '../restore/bundle.ts';
import type { Run } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';
import { type Approval, type ApprovalEvent, isOver } from './approval.ts';

export interface TendTimes {
  readonly remindAfterMs: number;
  readonly restoreForMs: number;
  readonly reviewWithinMs: number;
}

/** waits: it has for a while. last-call: it expires soon. review-due: nobody reviewed a break-glass run. */
export type DueNote = 'waits' | 'last-call' | 'review-due';

export interface Tending {
  readonly expire: boolean;
  /** A worker has to go on with it. */
  readonly run: boolean;
  /** Each is posted once. */
  readonly notes: readonly DueNote[];
  /** Nothing happens to it any more. */
  readonly isDone: boolean;
}

/** The last call comes this long before the end, or half-way if that is later. */
const LAST_CALL_MS = 60 * 60_000;

/** What is due for one plan at an instant, from its events alone. */
export function tendingOf(
  approval: Approval,
  run: Run,
  events: readonly RunEvent[],
  now: Date,
  times: TendTimes,
): Tending {
  const isLate = isExpired(approval.plan, now);
  if (!isOver(approval))
    return {
      expire: isLate,
      run: !isLate && approval.state === 'approved',
      notes: isLate || approval.state !== 'requested' ? [] : reminders(approval, now, times),
      isDone: false,
    };
  const isUnrecorded = conclusionOf(run, approval, now.toISOString()) !== undefined;
  const isAtWork = approval.state === 'running' || run.status === 'restoring' || isUnrecorded;
  const until = restorableUntil(run, events, times.restoreForMs);
  const isReviewDue = needsReview(approval) && isPast(approval.last?.at, times.reviewWithinMs, now);
  return {
    expire: false,
    run: isAtWork,
    notes: isReviewDue ? ['review-due'] : [],
    isDone: !isAtWork && !(until !== undefined && now < until) && !(needsReview(approval) && !isReviewDue),
  };
}

/** The outcome of a run that its approval does not know yet; undefined: it does. */
export function conclusionOf(run: Run, { state }: Pick<Approval, 'state'>, at: string): ApprovalEvent | undefined {
  if (state === 'running') {
    if (run.status === 'running') return undefined;
    if (run.status === 'superseded') return { type: 'supersede', at, because: run.because ?? '' };
    return { type: 'end', at, result: run.proof === undefined ? 'failed' : 'verified' };
  }
  const isOver = state === 'failed' || state === 'verified';
  return isOver && run.status === 'restored' ? { type: 'restore', at } : undefined;
}

type Reviewed = Pick<Approval, 'emergency' | 'reviewedBy' | 'state' | 'last'>;

/** Until when somebody else has to review what was done by break-glass; undefined = nobody has to, or somebody has. */
export function reviewDueAt(approval: Reviewed, withinMs: number): string | undefined {
  const at = Date.parse(approval.last?.at ?? '');
  return !needsReview(approval) || Number.isNaN(at) ? undefined : new Date(at + withinMs).toISOString();
}

function needsReview({ emergency, reviewedBy, state }: Omit<Reviewed, 'last'>): boolean {
  return emergency !== undefined && reviewedBy === undefined && state !== 'superseded';
}

function reminders({ plan, requestedAt }: Approval, now: Date, { remindAfterMs }: TendTimes): readonly DueNote[] {
  const asked = Date.parse(requestedAt);
  const ends = Date.parse(plan.expiresAt);
  const lastCall = Math.max(ends - LAST_CALL_MS, asked + (ends - asked) / 2);
  if (now.getTime() >= lastCall) return ['last-call'];
  return isPast(requestedAt, remindAfterMs, now) ? ['waits'] : [];
}

function isPast(since: string | undefined, afterMs: number, now: Date): boolean {
  return since !== undefined && now.getTime() >= Date.parse(since) + afterMs;
}
