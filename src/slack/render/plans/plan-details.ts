import type { ModalView } from '@slack/types';
import { type PlanCard, phaseOf } from '../../../core/remedy/approval/plan-card.ts';
import type { PlanRecord } from '../../../ports/plans.ts';
import { modal } from '../kit/modal.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import { cancel, reviewed } from '../kit/plan-buttons.ts';
import { code, date, lines, type Spans, say } from '../kit/spans.ts';
import { excludedFold } from './offer.ts';
import { BADGES } from './plan-card.ts';
import { stepsFold } from './plan-listing.ts';
import {
  afterSpans,
  approvedSpans,
  bundleSpans,
  effectsSpans,
  headSpans,
  reviewSpans,
  waitingSpans,
} from './plan-parts.ts';
import { timelineFold } from './plan-timeline.ts';

export interface PlanDetailsInput {
  readonly card: PlanCard;
  readonly events: Pick<PlanRecord, 'approval' | 'run'>;
  /** Who looks. */
  readonly viewer: string;
  /** The answer to what they just pressed here. */
  readonly answer?: Spans;
}

const MOST_EFFECTS = 12;

/** The whole plan and all that was said and done, with what only this person may want to say of it. */
export function renderPlanDetails({ card, events, viewer, answer }: PlanDetailsInput): ModalView {
  const { plan, approval } = card;
  const phase = phaseOf(card);
  const isWaiting = phase === 'requested' || phase === 'approved';
  const parts: readonly Part[] = [
    ...(answer === undefined ? [] : [section(answer)]),
    section(headSpans(card, BADGES[phase])),
    section(lines(effectsSpans(plan, MOST_EFFECTS, 'step by step below'), afterSpans(plan))),
    section(isWaiting ? waitingSpans(card) : approvedSpans(card)),
    buttons(
      ...(isWaiting && approval.requestedBy === viewer ? [cancel(plan)] : []),
      ...(isWaiting || card.reviewDue === undefined ? [] : [reviewed(plan)]),
    ),
    stepsFold(card, MOST_EFFECTS),
    excludedFold(plan.excluded),
    timelineFold(events.approval, events.run),
    note(bundleSpans(card)),
    note(reviewSpans(card)),
    note(
      lines(
        say`Plan ${code(plan.id)} · planned ${date(plan.plannedAt)} · open until ${date(plan.expiresAt)}`,
        say`What is approved: ${code(plan.hash)}`,
      ),
    ),
  ];
  return modal({ title: 'Plan', parts });
}
