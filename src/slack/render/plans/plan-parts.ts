import { kindAndName } from '../../../core/model/resource-ref.ts';
import { approversNeeded } from '../../../core/policy/decide.ts';
import { brokenBy } from '../../../core/remedy/approval/approval.ts';
import type { PlanCard, PlanOutline } from '../../../core/remedy/approval/plan-card.ts';
import { placeWords, planTitle, tierWords } from '../../../core/remedy/approval/plan-words.ts';
import { count } from '../../../core/words/count.ts';
import { clipped } from '../kit/escape.ts';
import { peopleSpans, whoSpans } from '../kit/people.ts';
import { namedSpans } from '../kit/phrases.ts';
import { bold, code, date, lines, person, type Spans, say } from '../kit/spans.ts';

/** In a message, where the details are one press away. */
export const MOST_EFFECTS = 4;
const MOST_REASON = 500;

/** What, where and who asked why: what every state of a plan begins with. */
export function headSpans({ plan, approval }: PlanCard, badge: string): Spans {
  return lines(
    say`${bold(`${badge}: ${planTitle(plan)}`)}`,
    say`${placeWords(plan)} · tier ${plan.tier}`,
    approval.requestedBy === ''
      ? say``
      : say`${person(approval.requestedBy)} asks: ${clipped(approval.reason, MOST_REASON)}`,
  );
}

/** What it does to the world around it, and to what. */
export function extentSpans({ plan }: Pick<PlanCard, 'plan'>): Spans {
  const names = plan.steps.map(({ target }) => kindAndName(target));
  return lines(
    namedSpans(names, names.length),
    effectsSpans(plan, MOST_EFFECTS, 'in the details'),
    plan.excluded.length === 0
      ? say``
      : say`• ${count(plan.excluded.length, 'object')} left out, with reasons in the details`,
    afterSpans(plan),
  );
}

/** `where`: in words, what is not shown here. */
export function effectsSpans({ blastRadius }: PlanOutline, most: number, where: string): Spans {
  const rest = blastRadius.length - most;
  return lines(
    ...blastRadius.slice(0, most).map((effect) => say`• ${clipped(effect, 300)}`),
    rest > 0 ? say`• and ${rest} more, ${where}` : say``,
  );
}

/** Why it could not run when it was planned: nobody has to learn that from a run that is superseded. */
export function heldSpans({ held = [], plannedAt }: Pick<PlanOutline, 'held' | 'plannedAt'>): Spans {
  return lines(...held.map((hold) => say`⏸ Can't run now (checked ${date(plannedAt)}): ${clipped(hold, 300)}`));
}

export function afterSpans({ after }: PlanOutline): Spans {
  return after === undefined ? say`` : say`• It starts only once the part before it is verified, plan ${code(after)}.`;
}

/** `Approved by Grace; 1 of 2`, and who still can. */
export function waitingSpans(card: PlanCard): Spans {
  const { plan, missing, who } = card;
  const needed = approversNeeded(plan.tier);
  const given = needed - missing;
  return lines(
    say`${capital(tierWords(plan.tier))}${needed > 1 ? ` · ${given} of ${needed} so far` : ''}`,
    approvedSpans(card),
    missing === 0 ? say`` : say`May approve: ${whoSpans(who)}`,
  );
}

/** Who said yes, or who broke the glass and why. */
export function approvedSpans({ approval }: Pick<PlanCard, 'approval'>): Spans {
  const { decisions, emergency } = approval;
  if (emergency !== undefined) {
    const by = brokenBy(approval) ?? '';
    return lines(
      say`⚠ ${bold('Break glass')} by ${person(by)}: ${clipped(emergency.reason, MOST_REASON)}`,
      say`Incident ${code(emergency.incident)}`,
    );
  }
  const by = decisions.filter(({ verdict }) => verdict === 'approve').map((decision) => decision.by);
  return by.length === 0 ? say`` : say`Approved by ${peopleSpans(by)}`;
}

/** Where the dump is, and how to apply it without Plumbline. */
export function bundleSpans({ run, restorableUntil, bundleCommand }: PlanCard): Spans {
  return lines(
    run?.bundleId === undefined ? say`` : say`Bundle ${code(run.bundleId)}`,
    restorableUntil === undefined ? say`` : say`Can be restored until ${date(restorableUntil)}`,
    bundleCommand === undefined || run?.status === 'restored' ? say`` : say`By hand: ${code(bundleCommand, 1200)}`,
  );
}

/** Of a break-glass run: until when somebody else has to look at it, or who has. */
export function reviewSpans({ approval, reviewDue }: Pick<PlanCard, 'approval' | 'reviewDue'>): Spans {
  if (approval.reviewedBy !== undefined) return say`After-review by ${person(approval.reviewedBy)}`;
  return reviewDue === undefined ? say`` : say`After-review due until ${date(reviewDue)}, by somebody else`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
