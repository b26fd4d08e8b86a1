import type { ModalView } from '@slack/types';
import type { PlanCard } from '../../../core/remedy/approval/plan-card.ts';
import { clusterWords, deletes, placeWords, planTitle, tierWords } from '../../../core/remedy/approval/plan-words.ts';
import { VIEW_IDS } from '../../action-ids.ts';
import { modal, textInput } from '../kit/modal.ts';
import { note, type Part, section } from '../kit/part.ts';
import { bold, date, lines, say } from '../kit/spans.ts';
import { excludedFold } from './offer.ts';
import { stepsFold } from './plan-listing.ts';
import { afterSpans, effectsSpans, heldSpans } from './plan-parts.ts';

export interface RequestFormInput {
  readonly card: PlanCard;
  /** Where a dump is kept, in words. */
  readonly bundlePlace: string;
  readonly metadata: string;
}

export const REASON = { id: 'reason', min: 5, max: 500 } as const;

const MOST_EFFECTS = 12;

/** The whole plan, to be read before it is asked for. */
export function renderRequestForm({ card, bundlePlace, metadata }: RequestFormInput): ModalView {
  const { plan } = card;
  const cluster = clusterWords(plan);
  const parts: readonly Part[] = [
    section(
      lines(
        say`${bold(planTitle(plan))}`,
        say`${placeWords(plan)}${cluster === '' ? '' : ` · cluster ${cluster}`}`,
        say`Tier ${plan.tier}: ${tierWords(plan.tier)}`,
      ),
    ),
    section(lines(effectsSpans(plan, MOST_EFFECTS, 'step by step below'), afterSpans(plan), heldSpans(plan))),
    stepsFold(card, MOST_EFFECTS),
    excludedFold(plan.excluded),
    note(
      say`Before the first step every object is dumped to ${bundlePlace}. Worse health stops it between two steps. Open until ${date(plan.expiresAt)}.`,
    ),
  ];
  const { id, min, max } = REASON;
  return modal({
    title: deletes(plan) ? 'Request a clean-up' : 'Request a change',
    parts,
    form: {
      id: VIEW_IDS.request,
      submit: 'Request',
      metadata,
      inputs: [textInput({ id, label: 'Reason', hint: 'Whoever approves reads it.', min, max, isLong: true })],
    },
  });
}
