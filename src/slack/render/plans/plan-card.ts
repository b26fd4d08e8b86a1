import { appKey } from '../../../core/model/app-key.ts';
import { approversNeeded } from '../../../core/policy/decide.ts';
import { type CardPhase, type PlanCard, phaseOf } from '../../../core/remedy/approval/plan-card.ts';
import { planTitle } from '../../../core/remedy/approval/plan-words.ts';
import { effectWords, outcomeWords } from '../../../core/remedy/approval/run-words.ts';
import { count } from '../../../core/words/count.ts';
import { planAgain } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { type ButtonPart, buttons, note, type Part, section } from '../kit/part.ts';
import { clause } from '../kit/phrases.ts';
import { approve, breakGlass, deny, planDetails, restore, reviewed } from '../kit/plan-buttons.ts';
import type { Rendered } from '../kit/rendered.ts';
import { date, lines, person, type Spans, say } from '../kit/spans.ts';
import {
  approvedSpans,
  bundleSpans,
  extentSpans,
  headSpans,
  heldSpans,
  reviewSpans,
  waitingSpans,
} from './plan-parts.ts';
import { progressSpans, restoredSpans } from './plan-steps.ts';

/** A plan in its channel, at every state of its approval and its run. It stays, so it tells instants, not ages. */
export function renderPlanCard(card: PlanCard): Rendered {
  const phase = phaseOf(card);
  const parts: readonly Part[] = [
    section(headSpans(card, BADGES[phase])),
    ...bodyOf(card, phase),
    note(reviewSpans(card)),
    buttons(...buttonsOf(card, phase)),
  ];
  return compose(fallback(card, phase), parts);
}

export const BADGES: Readonly<Record<CardPhase, string>> = {
  draft: 'Draft',
  requested: 'Request',
  approved: 'Approved',
  running: 'Running',
  verified: '✓ Verified',
  failed: '⚠ Failed',
  restoring: 'Restoring',
  restored: '↩ Restored',
  denied: '✗ Denied',
  expired: 'Expired',
  cancelled: 'Cancelled',
  superseded: 'Superseded',
};

function bodyOf(card: PlanCard, phase: CardPhase): readonly Part[] {
  const { plan, approval } = card;
  switch (phase) {
    case 'draft':
      return [section(extentSpans(card))];
    case 'requested':
      return [
        section(extentSpans(card)),
        section(waitingSpans(card)),
        note(heldSpans(plan)),
        note(say`Open until ${date(plan.expiresAt)}. One Deny closes it.`),
      ];
    case 'approved':
      return [section(extentSpans(card)), section(lines(approvedSpans(card), say`It is about to start.`))];
    case 'running':
      return [section(progressSpans(card)), note(approvedSpans(card)), note(bundleSpans(card))];
    case 'verified':
      return [section(say`${effectWords(card)}${proofOf(card)}`), note(approvedSpans(card)), note(bundleSpans(card))];
    case 'failed':
      return [
        section(say`It stopped: ${becauseOf(card)}`),
        section(progressSpans(card)),
        note(approvedSpans(card)),
        note(bundleSpans(card)),
      ];
    case 'restoring':
      return [section(restoredSpans(card)), note(bundleSpans(card))];
    case 'restored':
      return [
        section(
          lines(card.run?.because === undefined ? say`` : say`It had stopped: ${becauseOf(card)}`, restoredSpans(card)),
        ),
        note(bundleSpans(card)),
      ];
    case 'denied':
      return [
        section(
          say`Denied by ${person(approval.last?.by ?? '')}, ${date(approval.last?.at ?? '')}. Nothing was changed.`,
        ),
      ];
    case 'cancelled':
      return [
        section(
          say`Taken back by ${person(approval.last?.by ?? '')}, ${date(approval.last?.at ?? '')}. Nothing was changed.`,
        ),
      ];
    case 'expired':
      return [section(say`It was open until ${date(plan.expiresAt)}, and ${shortWords(card)}. Nothing was changed.`)];
    case 'superseded':
      return [section(say`Nothing was changed: ${becauseOf(card)}. Plan again to see what can be done now.`)];
    default:
      return phase satisfies never;
  }
}

function shortWords({ plan, approval }: PlanCard): string {
  const missing = approversNeeded(plan.tier) - approval.decisions.length;
  return missing > 0 ? `${count(missing, 'approval')} short` : 'did not start in time';
}

function becauseOf({ run, approval }: PlanCard): string {
  return clause(run?.because ?? approval.last?.because ?? 'nobody knows why');
}

function proofOf(card: PlanCard): string {
  const words = outcomeWords(card);
  return words === '' ? '' : `, ${words}`;
}

/** What is over has no buttons, except the one that begins anew and the one that somebody still has to press. */
function buttonsOf(
  { plan, missing, hasBreakGlass, restorableUntil, reviewDue }: PlanCard,
  phase: CardPhase,
): readonly ButtonPart[] {
  const review = reviewDue === undefined ? [] : [reviewed(plan)];
  switch (phase) {
    case 'requested':
      if (missing === 0) return [planDetails(plan)];
      return [approve(plan), deny(plan), planDetails(plan), ...(hasBreakGlass ? [breakGlass(plan)] : [])];
    case 'approved':
    case 'running':
    case 'restoring':
      return [planDetails(plan)];
    case 'verified':
    case 'failed':
      return restorableUntil === undefined ? review : [restore(plan), planDetails(plan), ...review];
    case 'restored':
      return review;
    case 'superseded':
      return [planAgain(plan.instance, appKey(plan.app)), ...review];
    case 'draft':
    case 'denied':
    case 'expired':
    case 'cancelled':
      return [];
    default:
      return phase satisfies never;
  }
}

function fallback({ plan, approval }: PlanCard, phase: CardPhase): Spans {
  const asked = approval.requestedBy === '' ? say`` : say`, asked for by ${person(approval.requestedBy)}`;
  return say`${BADGES[phase]}: ${planTitle(plan)} (${plan.instance})${asked}.`;
}
