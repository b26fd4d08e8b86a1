import type { ModalView } from '@slack/types';
import { defined } from '../core/model/defined.ts';
import type { PlanCard } from '../core/remedy/approval/plan-card.ts';
import type { Clicker } from '../flows/remedy/approval-desk.ts';
import { PLAN_ACTION_IDS, type PlanActionId } from './action-ids.ts';
import type { RemedyDeps } from './answers/answer.ts';
import { formatMetadata } from './form-metadata.ts';
import { isPlanId } from './plan-id.ts';
import type { Rendered } from './render/kit/rendered.ts';
import type { Spans } from './render/kit/spans.ts';
import { renderApproveForm } from './render/plans/approve-form.ts';
import { renderBreakGlassForm } from './render/plans/break-glass-form.ts';
import { deskSpans, renderDeskAnswer, type Said, type Told } from './render/plans/desk-answer.ts';
import { renderPlanDetails } from './render/plans/plan-details.ts';
import { renderRequestForm } from './render/plans/request-form.ts';

export interface Press {
  readonly action: PlanActionId;
  /** As it came from Slack. */
  readonly planId: string;
  readonly who: Clicker;
  readonly channel: string;
}

/** What comes of a press: a sentence for the one who pressed, or a modal. */
export type Reaction = { readonly tell: Rendered } | { readonly show: ModalView };

export type PlanTalkDeps = Pick<RemedyDeps, 'desk' | 'plans' | 'bundlePlace'>;

/** A press → the desk → what to show. Whether they may is the desk's question, on every press anew. */
export async function answerPress(press: Press, deps: PlanTalkDeps): Promise<Reaction> {
  const { action, planId, who } = press;
  if (!isPlanId(planId)) return tell('request', await deps.desk.turnAway(who));
  switch (action) {
    case PLAN_ACTION_IDS.deny:
      return tell('deny', await deps.desk.deny(planId, who));
    case PLAN_ACTION_IDS.restore:
      return tell('restore', await deps.desk.restore(planId, who));
    case PLAN_ACTION_IDS.cancel:
      return inDetails(press, deps, 'cancel', await deps.desk.cancel(planId, who));
    case PLAN_ACTION_IDS.review:
      return tell('review', await deps.desk.review(planId, who));
    default: {
      const card = await deps.desk.card(planId);
      return card === undefined ? tell('request', await deps.desk.turnAway(who)) : withCard(press, action, card, deps);
    }
  }
}

type CardAction = Exclude<PlanActionId, 'plan.deny' | 'plan.restore' | 'plan.cancel' | 'plan.review'>;

async function withCard(
  { planId, who, channel }: Press,
  action: CardAction,
  card: PlanCard,
  deps: PlanTalkDeps,
): Promise<Reaction> {
  const { plan, approval } = card;
  const metadata = formatMetadata({ planId, from: channel });
  switch (action) {
    case PLAN_ACTION_IDS.details:
      return { show: await details(card, who.user, deps) };
    case PLAN_ACTION_IDS.request:
      if (approval.state !== 'draft')
        return tell('request', await deps.desk.request(planId, who, { reason: '', from: channel }));
      return refusedOr(await deps.desk.mayRequest(planId, who), {
        show: renderRequestForm({ card, bundlePlace: deps.bundlePlace(plan.instance), metadata }),
      });
    case PLAN_ACTION_IDS.approve:
      if (plan.tier === 3 && approval.state === 'requested') return { show: renderApproveForm({ card, metadata }) };
      return tell('approve', await deps.desk.approve(planId, who));
    case PLAN_ACTION_IDS.breakGlass:
      if (approval.state !== 'requested')
        return tell('break-glass', await deps.desk.breakGlass(planId, who, { reason: '', incident: '' }));
      return { show: renderBreakGlassForm({ card, metadata }) };
    default:
      return action satisfies never;
  }
}

function refusedOr(refusal: Told | undefined, reaction: Reaction): Reaction {
  return refusal === undefined ? reaction : tell('request', refusal);
}

function tell(said: Said, told: Told): Reaction {
  return { tell: renderDeskAnswer(said, told) };
}

/** The button stands in the details: they are shown again, with the answer above. */
async function inDetails({ planId, who }: Press, deps: PlanTalkDeps, said: Said, told: Told): Promise<Reaction> {
  const card = await deps.desk.card(planId);
  return card === undefined ? tell(said, told) : { show: await details(card, who.user, deps, deskSpans(said, told)) };
}

async function details(card: PlanCard, viewer: string, { plans }: PlanTalkDeps, answer?: Spans): Promise<ModalView> {
  const events = (await plans.find(card.plan.id)) ?? { approval: [], run: [] };
  return renderPlanDetails({ card, events, viewer, ...defined({ answer }) });
}
