import type { PlanNote } from '../../../core/message/message.ts';
import { brokenBy } from '../../../core/remedy/approval/approval.ts';
import { type PlanCard, phaseOf } from '../../../core/remedy/approval/plan-card.ts';
import { planTitle } from '../../../core/remedy/approval/plan-words.ts';
import { effectWords, outcomeWords } from '../../../core/remedy/approval/run-words.ts';
import { ago, lasted } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, section } from '../kit/part.ts';
import { whoSpans } from '../kit/people.ts';
import { clause } from '../kit/phrases.ts';
import { planDetails } from '../kit/plan-buttons.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, channel, code, date, lines, person, type Spans, say } from '../kit/spans.ts';
import { BADGES } from './plan-card.ts';
import { reviewSpans } from './plan-parts.ts';

/** What is said once about a plan: it notifies, and does not change any more. */
export function renderPlanNote({ about, card, at }: PlanNote): Rendered {
  const now = new Date(at);
  switch (about) {
    case 'reminder':
      return reminder(card, now);
    case 'ended':
      return ended(card);
    case 'review-due':
      return reviewDue(card, now);
    case 'break-glass':
      return glassBroken(card);
    default:
      return about satisfies never;
  }
}

/** `waits for 4 h, expires in 20 h: Grace, Linus`. */
function reminder({ plan, approval, missing, who }: PlanCard, now: Date): Rendered {
  const left = lasted(Date.parse(plan.expiresAt) - now.getTime());
  const waits = `Waits for ${ago(approval.requestedAt, now)}, expires in ${left}`;
  return compose(`${waits}: ${planTitle(plan)} (${plan.instance}).`, [
    section(say`${bold(waits)}, ${count(missing, 'approval')} missing: ${whoSpans(who)}`),
  ]);
}

/** To whoever asked. */
function ended(card: PlanCard): Rendered {
  const { plan, approval } = card;
  const badge = BADGES[phaseOf(card)];
  return compose(say`${badge}: ${planTitle(plan)} (${plan.instance}). ${outcome(card)}`, [
    section(say`${person(approval.requestedBy)} ${bold(badge)}: ${outcome(card)}`),
  ]);
}

function outcome(card: PlanCard): string {
  const { run, approval } = card;
  const because = clause(run?.because ?? approval.last?.because ?? '');
  switch (phaseOf(card)) {
    case 'verified': {
      const proof = outcomeWords(card);
      return `${effectWords(card)}${proof === '' ? '' : `, ${proof}`}`;
    }
    case 'failed':
      return `${because}; ${effectWords(card)} by then. Restore is in the message above`;
    case 'restored': {
      const left = run?.steps.filter(({ undone }) => undone === 'conflict' || undone === 'none').length ?? 0;
      return left === 0 ? 'all is back' : `${count(left, 'object')} could not be restored, the message above says why`;
    }
    case 'superseded':
      return `nothing was changed: ${because}`;
    default:
      return 'nothing was changed';
  }
}

function reviewDue(card: PlanCard, now: Date): Rendered {
  const due = card.reviewDue ?? '';
  const when = now.getTime() < Date.parse(due) ? say`due until` : say`overdue since`;
  return compose(`An after-review is due: ${planTitle(card.plan)} (${card.plan.instance}).`, [
    section(
      say`${bold('After-review')} ${when} ${date(due)}: this was done by break-glass, and nobody else has looked at it yet. Look, then press Reviewed in the message above.`,
    ),
  ]);
}

/** For the platform's channel: what happens, by whom, why, and where. */
function glassBroken(card: PlanCard): Rendered {
  const { plan, approval } = card;
  const { reason = '', incident = '' } = approval.emergency ?? {};
  const by: Spans = say`${person(brokenBy(approval) ?? '')}`;
  return compose(say`Break glass by ${by}: ${planTitle(plan)} (${plan.instance}).`, [
    section(
      lines(
        say`⚠ ${bold(`Break glass: ${planTitle(plan)}`)}`,
        say`${plan.instance} · project ${plan.project} · tier ${plan.tier} · in ${channel(approval.channel)}`,
        say`${by}: ${clipped(reason, 500)}`,
        say`Incident ${code(incident)}`,
        say`Nobody else was asked; dump, checks and restore are as always.`,
        reviewSpans(card),
      ),
    ),
    buttons(planDetails(plan)),
  ]);
}
