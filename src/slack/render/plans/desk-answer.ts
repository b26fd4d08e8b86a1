import { appKey } from '../../../core/model/app-key.ts';
import { approversNeeded } from '../../../core/policy/decide.ts';
import type { Who } from '../../../core/policy/scope.ts';
import type { Approval, ApprovalAnswer, ApprovalState } from '../../../core/remedy/approval/approval.ts';
import type { PlanOutline } from '../../../core/remedy/approval/plan-card.ts';
import { planTitle } from '../../../core/remedy/approval/plan-words.ts';
import type { Plan, Rival } from '../../../core/remedy/plan/plan.ts';
import { count } from '../../../core/words/count.ts';
import { planAgain } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { buttons, section } from '../kit/part.ts';
import { whoSpans } from '../kit/people.ts';
import { clause } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, channel, code, date, person, type Spans, say } from '../kit/spans.ts';

/** What somebody said of a plan. */
export type Said = 'request' | 'approve' | 'deny' | 'cancel' | 'break-glass' | 'restore' | 'review';

type ToldApproval = Omit<Approval, 'plan'> & { readonly plan: Plan | PlanOutline };

/** A DeskAnswer, of a plan or of its outline. */
export type Told =
  | { readonly answer: 'no-such-plan' }
  | { readonly answer: 'not-allowed'; readonly because: string; readonly who: Who; readonly approval: ToldApproval }
  | { readonly answer: 'taken'; readonly rival: Rival; readonly approval: ToldApproval }
  | { readonly answer: ApprovalAnswer; readonly approval: ToldApproval };

const NO_SUCH_PLAN = 'There is no such plan any more. Ask for a new one with /drift fix and the app’s name.';

/** What whoever clicked is told, and nobody else. */
export function renderDeskAnswer(said: Said, told: Told): Rendered {
  const spans = deskSpans(said, told);
  const isStale =
    (told.answer === 'expired' && said !== 'restore') ||
    (told.answer === 'late' && told.approval.state === 'superseded');
  return compose(spans, [
    section(spans),
    ...(isStale ? [buttons(planAgain(told.approval.plan.instance, appKey(told.approval.plan.app)))] : []),
  ]);
}

export function deskSpans(said: Said, told: Told): Spans {
  if (said === 'restore' && RESTORES.has(told.answer)) return say`${refusalWords(said, told)}`;
  switch (told.answer) {
    case 'no-such-plan':
      return say`${NO_SUCH_PLAN}`;
    case 'recorded':
      return recorded(said, told.approval);
    case 'late':
      return late(said, told.approval);
    case 'again':
      return say`You said so before, and it counts once${waitsWords(told.approval)}.`;
    case 'not-allowed':
      return say`Not allowed: ${clause(told.because)}. Who can: ${whoSpans(told.who)}.`;
    case 'taken':
      return takenSpans(told.rival);
    case 'expired':
      return say`It was open until ${date(told.approval.plan.expiresAt)}, so nothing was recorded. Plan it again.`;
    default:
      return say`${refusalWords(said, told)}`;
  }
}

/** The same where only plain words fit, as below the field of a form. */
export function refusalWords(said: Said, told: Told): string {
  const ofRestore = said === 'restore' ? RESTORES.get(told.answer) : undefined;
  if (ofRestore !== undefined) return ofRestore;
  switch (told.answer) {
    case 'no-such-plan':
      return NO_SUCH_PLAN;
    case 'not-allowed':
      return `Not allowed: ${clause(told.because)}.${roleWords(told.who)}`;
    case 'taken':
      return `Somebody else has already requested a change of ${told.rival.shared}, plan ${told.rival.planId}: let it end, or cancel it.`;
    case 'name':
      return `That is not the app’s name: type ${told.approval.plan.app.name}.`;
    case 'own':
      return said === 'review'
        ? 'You broke the glass: somebody else reviews it.'
        : 'You asked for it: from tier 2 on somebody else approves.';
    case 'other-plan':
      return 'That belongs to another plan than the one that stands there now: press the button in the newest message.';
    case 'out-of-turn':
      return OUT_OF_TURN[said];
    case 'expired':
      return 'It has expired: plan it again.';
    case 'again':
      return 'You said so before, and it counts once.';
    case 'late':
      return `Too late: it ${STATES[told.approval.state]}.`;
    case 'recorded':
      return 'Recorded.';
    default:
      return told satisfies never;
  }
}

const RIVALS: Readonly<Record<Rival['state'], string>> = {
  requested: 'waits for approval',
  approved: 'is about to start',
  running: 'is running',
  restoring: 'is being restored',
};

/** Who was first with what, and where it is. */
export function takenSpans({ requestedBy, requestedAt, shared, state, channel: where, planId }: Rival): Spans {
  return say`${person(requestedBy)} already requested a change of ${shared}, ${date(requestedAt)}: it ${RIVALS[state]}, in ${channel(where)} (plan ${code(planId)}). Only one of them can run: let that one end, or have it denied or cancelled.`;
}

const OUT_OF_TURN: Readonly<Record<Said, string>> = {
  request: 'It cannot be requested now.',
  approve: 'Nobody has asked for it, so that there is nothing to approve.',
  deny: 'Nobody has asked for it, so that there is nothing to deny.',
  cancel: 'Only who asked for it can take it back, and only while it waits.',
  'break-glass': 'Nobody has asked for it, so that there is no glass to break.',
  restore: 'There is nothing to restore now: it has not ended, is restored already, or too much time went by.',
  review: 'It was not done by break-glass, so that it needs no after-review.',
};

/** What has its own words when a restore is asked for: its approval was over long before. */
const RESTORES: ReadonlyMap<Told['answer'], string> = new Map([
  ['late', 'Somebody was first: it is being restored, or was.'],
  ['expired', 'Too much time went by: this button restores nothing any more. Its bundle can still be applied by hand.'],
]);

const STATES: Readonly<Record<ApprovalState, string>> = {
  draft: 'was not requested',
  requested: 'is requested already',
  approved: 'is approved already',
  running: 'is running already',
  verified: 'was done already',
  failed: 'ran already, and failed',
  restored: 'is restored already',
  denied: 'was denied',
  expired: 'has expired',
  cancelled: 'was taken back',
  superseded: 'is superseded',
};

/** Where somebody was first, who and when. */
function late(said: Said, approval: ToldApproval): Spans {
  const { state, last, requestedBy, requestedAt, reviewedBy } = approval;
  if (said === 'review' && reviewedBy !== undefined) return say`${person(reviewedBy)} was first: it is reviewed.`;
  if (said === 'request')
    return say`${person(requestedBy)} was first, ${date(requestedAt)}: it ${STATES[state]}, in ${channel(approval.channel)}.`;
  const because = last?.because === undefined ? '' : `: ${clause(last.because)}`;
  if (last?.by === undefined) return say`Too late: it ${STATES[state]}${because}.`;
  return say`Too late: it ${STATES[state]}. ${person(last.by)} was first, ${date(last.at)}.`;
}

function recorded(said: Said, approval: ToldApproval): Spans {
  const title = planTitle(approval.plan);
  switch (said) {
    case 'request':
      return say`${bold('Requested')}: ${title}. It stands in ${channel(approval.channel)}${waitsWords(approval)}.`;
    case 'approve':
      return say`${bold('Approved')}: ${title}${waitsWords(approval) || '. It is about to start'}.`;
    case 'deny':
      return say`${bold('Denied')}: ${title}. Nothing is changed.`;
    case 'cancel':
      return say`${bold('Taken back')}: ${title}. Nothing is changed.`;
    case 'break-glass':
      return say`${bold('The glass is broken')}: ${title} starts now. Somebody else reviews it within 24 h.`;
    case 'restore':
      return say`${bold('Restoring')} what was changed: ${title}. Its message in ${channel(approval.channel)} says how far it is.`;
    case 'review':
      return say`${bold('Reviewed')}: ${title}. Thank you.`;
    default:
      return said satisfies never;
  }
}

/** `, and waits for 1 more approval`. */
function waitsWords({ state, plan, decisions }: ToldApproval): string {
  const missing = approversNeeded(plan.tier) - decisions.length;
  return state === 'requested' && missing > 0 ? `, and waits for ${count(missing, 'more approval')}` : '';
}

function roleWords({ roles }: Who): string {
  return roles.length === 0 ? '' : ` Ask somebody with the role ${roles.join(' or ')}.`;
}
