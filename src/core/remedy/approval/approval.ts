import { defined } from '../../model/defined.ts';
import {
  approversNeeded,
  type Decision,
  type Emergency,
  isExpired,
  mayBeApprovedByRequester,
} from '../../policy/decide.ts';
import type { Plan } from '../plan/plan.ts';

export type ApprovalState =
  | 'draft'
  | 'requested'
  | 'approved'
  | 'running'
  | 'verified'
  | 'failed'
  | 'restored'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'superseded';

interface ByPerson {
  readonly by: string;
  /** The role that let them; '' = none was needed. */
  readonly role: string;
  readonly at: string;
}

/** Whether a person may is policy's question, asked before; what is recorded here is what they decided. */
export type ApprovalEvent =
  /** `channel`: where it is asked and answered, for all to see. */
  | (ByPerson & { readonly type: 'request'; readonly reason: string; readonly channel: string })
  /** `typed`: the app's name as they wrote it, which tier 3 asks for. */
  | (ByPerson & { readonly type: 'approve'; readonly planHash: string; readonly typed?: string })
  | (ByPerson & { readonly type: 'deny'; readonly planHash: string })
  | (ByPerson & { readonly type: 'break-glass'; readonly planHash: string } & Emergency)
  | (ByPerson & { readonly type: 'cancel' })
  | { readonly type: 'expire'; readonly at: string }
  | { readonly type: 'supersede'; readonly at: string; readonly because: string }
  | { readonly type: 'start'; readonly at: string; readonly runId: string }
  | { readonly type: 'end'; readonly at: string; readonly result: 'verified' | 'failed' }
  | { readonly type: 'restore'; readonly at: string }
  /** Somebody else reviewed what was done by break-glass. */
  | (ByPerson & { readonly type: 'review' });

export interface Approval {
  readonly plan: Plan;
  readonly state: ApprovalState;
  /** '' = nobody yet. */
  readonly requestedBy: string;
  /** '' = it was not requested yet. */
  readonly requestedAt: string;
  readonly reason: string;
  /** '' = it was not requested yet. */
  readonly channel: string;
  readonly decisions: readonly Decision[];
  readonly emergency?: Emergency;
  /** Of a break-glass run: who reviewed it afterwards. */
  readonly reviewedBy?: string;
  readonly runId?: string;
  /** The last transition; `by` is absent where nobody decided. */
  readonly last?: { readonly by?: string; readonly at: string; readonly because?: string };
}

/**
 * The answer to the one who clicked. late: it was over; `approval.last` says who was first. again: they decided so before.
 * other-plan: their button belongs to another hash. own: from tier 2 it takes somebody else. name: tier 3 wants the
 * app's name. out-of-turn: not in this state.
 */
export type ApprovalAnswer = 'recorded' | 'late' | 'again' | 'expired' | 'other-plan' | 'own' | 'name' | 'out-of-turn';

export interface Answered {
  readonly approval: Approval;
  readonly answer: ApprovalAnswer;
}

export function draft(plan: Plan): Approval {
  return { plan, state: 'draft', requestedBy: '', requestedAt: '', reason: '', channel: '', decisions: [] };
}

/** State is derived: events that were refused then are refused again. */
export function approvalFrom(plan: Plan, events: readonly ApprovalEvent[]): Approval {
  return events.reduce((approval, event) => answerEvent(approval, event).approval, draft(plan));
}

export function answerEvent(approval: Approval, event: ApprovalEvent): Answered {
  switch (event.type) {
    case 'request':
      if (approval.state !== 'draft') return { approval, answer: approval.requestedBy === event.by ? 'again' : 'late' };
      return moved(approval, 'requested', event, {
        requestedBy: event.by,
        requestedAt: event.at,
        reason: event.reason,
        channel: event.channel,
      });
    case 'approve':
    case 'deny':
    case 'break-glass':
      return answerDecision(approval, event);
    case 'cancel':
      if (!isWaiting(approval)) return { approval, answer: lateOr(approval, 'out-of-turn') };
      return event.by === approval.requestedBy
        ? moved(approval, 'cancelled', event)
        : { approval, answer: 'out-of-turn' };
    case 'expire':
      return isOpen(approval) && isExpired(approval.plan, new Date(event.at))
        ? moved(approval, 'expired', event)
        : { approval, answer: 'out-of-turn' };
    case 'supersede':
      return isOpen(approval) || approval.state === 'running'
        ? moved(approval, 'superseded', { at: event.at, because: event.because })
        : { approval, answer: lateOr(approval, 'out-of-turn') };
    case 'start':
      return answerStart(approval, event);
    case 'end':
      return approval.state === 'running' ? moved(approval, event.result, event) : { approval, answer: 'out-of-turn' };
    case 'restore':
      return approval.state === 'failed' || approval.state === 'verified'
        ? moved(approval, 'restored', event)
        : { approval, answer: 'out-of-turn' };
    case 'review':
      return answerReview(approval, event);
  }
}

/** Whoever broke the glass does not review it. */
function answerReview(approval: Approval, { by }: Extract<ApprovalEvent, { readonly type: 'review' }>): Answered {
  if (approval.emergency === undefined) return { approval, answer: 'out-of-turn' };
  if (approval.reviewedBy !== undefined) return { approval, answer: approval.reviewedBy === by ? 'again' : 'late' };
  if (approval.decisions.some((decision) => decision.by === by)) return { approval, answer: 'own' };
  return { approval: { ...approval, reviewedBy: by }, answer: 'recorded' };
}

type DecisionEvent = Extract<ApprovalEvent, { readonly type: 'approve' | 'deny' | 'break-glass' }>;

function answerDecision(approval: Approval, event: DecisionEvent): Answered {
  const { plan, requestedBy, decisions } = approval;
  if (event.planHash !== plan.hash) return { approval, answer: 'other-plan' };
  if (decisions.some((earlier) => isSameDecision(earlier, event))) return { approval, answer: 'again' };
  if (approval.state !== 'requested') return { approval, answer: lateOr(approval, 'out-of-turn') };
  if (isExpired(plan, new Date(event.at)))
    return { approval: moved(approval, 'expired', { at: event.at }).approval, answer: 'expired' };
  if (event.type === 'deny') return moved(approval, 'denied', event, { decisions: withDecision(decisions, event) });
  if (event.type === 'break-glass') {
    const { reason, incident } = event;
    return moved(approval, 'approved', event, {
      decisions: withDecision(decisions, event),
      emergency: { reason, incident },
    });
  }
  if (event.by === requestedBy && !mayBeApprovedByRequester(plan.tier)) return { approval, answer: 'own' };
  if (plan.tier === 3 && event.typed !== plan.app.name) return { approval, answer: 'name' };
  const counted = withDecision(decisions, event);
  const state = counted.length >= approversNeeded(plan.tier) ? 'approved' : 'requested';
  return moved(approval, state, event, { decisions: counted });
}

/** Tier 0 needs nobody: it may start as soon as somebody asked. */
function answerStart(approval: Approval, event: Extract<ApprovalEvent, { readonly type: 'start' }>): Answered {
  if (approval.runId !== undefined) return { approval, answer: approval.runId === event.runId ? 'again' : 'late' };
  const isFree = approval.state === 'requested' && approversNeeded(approval.plan.tier) === 0;
  if (approval.state !== 'approved' && !isFree) return { approval, answer: lateOr(approval, 'out-of-turn') };
  if (isExpired(approval.plan, new Date(event.at)))
    return { approval: moved(approval, 'expired', { at: event.at }).approval, answer: 'expired' };
  return moved(approval, 'running', { at: event.at }, { runId: event.runId });
}

function verdictOf({ type }: DecisionEvent): Decision['verdict'] {
  return type === 'deny' ? 'deny' : 'approve';
}

/** Whoever approved may still stop it, or break the glass, while it waits for others. */
function isSameDecision({ by, verdict }: Decision, event: DecisionEvent): boolean {
  return by === event.by && verdict === verdictOf(event) && event.type !== 'break-glass';
}

function withDecision(decisions: readonly Decision[], event: DecisionEvent): readonly Decision[] {
  const { by, at } = event;
  return [...decisions.filter((earlier) => earlier.by !== by), { by, at, verdict: verdictOf(event) }];
}

/** It still depends on somebody's decision. */
export function isUndecided({ state }: Approval): boolean {
  return state === 'draft' || state === 'requested';
}

/** Nothing is left to wait for before a run. */
export function isOver(approval: Approval): boolean {
  return !isOpen(approval);
}

function isWaiting({ state }: Approval): boolean {
  return state === 'requested' || state === 'approved';
}

function isOpen(approval: Approval): boolean {
  return approval.state === 'draft' || isWaiting(approval);
}

/** Who broke the glass: theirs was the last approval. */
export function brokenBy({ emergency, decisions }: Pick<Approval, 'emergency' | 'decisions'>): string | undefined {
  return emergency === undefined ? undefined : decisions.findLast(({ verdict }) => verdict === 'approve')?.by;
}

function lateOr(approval: Approval, otherwise: ApprovalAnswer): ApprovalAnswer {
  if (isUndecided(approval)) return otherwise;
  return approval.state === 'expired' ? 'expired' : 'late';
}

function moved(
  approval: Approval,
  state: ApprovalState,
  { by, at, because }: { readonly by?: string; readonly at: string; readonly because?: string },
  parts: Partial<Approval> = {},
): Answered {
  const last = { at, ...defined({ by, because }) };
  return { approval: { ...approval, ...parts, state, last }, answer: 'recorded' };
}
