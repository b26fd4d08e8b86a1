import { appKey } from '../../../core/model/app-key.ts';
import { defined } from '../../../core/model/defined.ts';
import { kindAndName } from '../../../core/model/resource-ref.ts';
import { deletes, planTitle, tierWords } from '../../../core/remedy/approval/plan-words.ts';
import type { Excluded, Offer, OfferedPlan, Plan } from '../../../core/remedy/plan/plan.ts';
import { ago } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { refresh } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, type FoldPart, note, type Part, type SimplePart, section } from '../kit/part.ts';
import { clause, namedSpans } from '../kit/phrases.ts';
import { CLEAN_UP, REQUEST, request } from '../kit/plan-buttons.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, lines, say } from '../kit/spans.ts';
import { takenSpans } from './desk-answer.ts';
import { heldSpans } from './plan-parts.ts';

export interface OfferInput {
  readonly offer: Offer;
  readonly now: Date;
}

const MOST_EFFECTS = 3;
const MOST_EXCLUDED = 8;
const MOST_NOTES = 5;

/** What can be done about one app, each plan with the button that asks for it, and what was left out. */
export function renderOffer({ offer, now }: OfferInput): Rendered {
  const { app, instance, plans, failure, notes, excluded } = offer;
  const again: Command = { name: 'fix', app: appKey(app), instance };
  if (failure !== undefined) {
    return compose(`No plan for ${app.name}: ${clause(failure.problem)}.`, [
      section(lines(say`⚠ No plan for ${bold(app.name)}: ${clause(failure.problem)}.`, say`→ ${failure.hint}`)),
      buttons(refresh(again)),
    ]);
  }
  const whole = plans.filter(({ partOf }) => partOf === undefined);
  const head = whole.length === 0 ? 'Nothing to request' : `${count(whole.length, 'plan')} on offer`;
  const parts: readonly Part[] = [
    section(say`${bold(`${head} for ${app.name}`)} · ${instance} · project ${offer.project}`),
    note(say`planned ${ago(offer.at, now)} ago; nothing changes until it is requested and approved`),
    {
      type: 'fold',
      items: whole.map((one) => planParts(one, plans)),
      more: (shown, of) => say`Showing ${shown} of ${of} plans.`,
    },
    ...(notes.length === 0
      ? []
      : [section(lines(...notes.slice(0, MOST_NOTES).map((one) => say`• ${clipped(one, 400)}`)))]),
    excludedFold(excluded),
    buttons(refresh(again)),
  ];
  return compose(`${head} for ${app.name}.`, parts);
}

function planParts({ plan, rival }: OfferedPlan, plans: readonly OfferedPlan[]): readonly SimplePart[] {
  const label = deletes(plan) ? CLEAN_UP : REQUEST;
  const names = plan.steps.map(({ target }) => kindAndName(target));
  const parts = plans.filter(({ partOf }) => partOf === plan.id);
  const lower = parts.find((part) => part.plan.tier < plan.tier);
  const rest = parts.find((part) => part !== lower);
  return [
    section(
      lines(
        say`${bold(planTitle(plan))} · tier ${plan.tier}: ${tierWords(plan.tier)}`,
        namedSpans(names, names.length),
        ...plan.blastRadius.slice(0, MOST_EFFECTS).map((effect) => say`• ${clipped(effect, 300)}`),
        heldSpans(plan),
        rival === undefined ? say`` : takenSpans(rival),
      ),
      ...requestOf({ plan, ...defined({ rival }) }, label),
    ),
    ...(lower === undefined ? [] : [section(lowerSpans(lower.plan, plan), ...requestOf(lower, label))]),
    ...(lower === undefined || rest === undefined ? [] : [section(restSpans(rest.plan), ...requestOf(rest, label))]),
  ];
}

/** No button for what would be refused: somebody was first. */
function requestOf({ plan, rival }: OfferedPlan, label: typeof CLEAN_UP | typeof REQUEST) {
  return rival === undefined ? ([request(plan, label)] as const) : ([] as const);
}

/** The part that fewer people have to approve. */
function lowerSpans({ steps, tier }: Plan, whole: Plan) {
  const names = steps.map(({ target }) => kindAndName(target));
  return lines(
    say`Or in two parts: ${bold(`${steps.length} of the ${whole.steps.length}`)} · tier ${tier}: ${tierWords(tier)}`,
    namedSpans(names, names.length),
  );
}

function restSpans({ steps, tier, after }: Plan) {
  const names = steps.map(({ target }) => kindAndName(target));
  const when = after === undefined ? '' : ', once the first part is verified';
  return lines(
    say`and ${bold(`the other ${steps.length}`)}${when} · tier ${tier}: ${tierWords(tier)}`,
    namedSpans(names, names.length),
  );
}

export function excludedFold(excluded: readonly Excluded[]): FoldPart {
  return {
    type: 'fold',
    most: MOST_EXCLUDED,
    items: excluded.map(({ target, because }) => [
      note(say`Left out: ${code(kindAndName(target), 120)}, ${clipped(because, 300)}`),
    ]),
    more: (shown, of) => say`Showing ${shown} of ${count(of, 'object')} that were left out.`,
  };
}
