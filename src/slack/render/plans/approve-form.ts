import type { ModalView } from '@slack/types';
import type { PlanCard } from '../../../core/remedy/approval/plan-card.ts';
import { VIEW_IDS } from '../../action-ids.ts';
import { modal, textInput } from '../kit/modal.ts';
import { section } from '../kit/part.ts';
import { stepsFold } from './plan-listing.ts';
import { extentSpans, headSpans, MOST_EFFECTS } from './plan-parts.ts';

export const TYPED_NAME = 'name';

/** Tier 3: whoever approves types the app's name, so that nobody approves in passing. */
export function renderApproveForm({
  card,
  metadata,
}: {
  readonly card: PlanCard;
  readonly metadata: string;
}): ModalView {
  return modal({
    title: 'Approve',
    parts: [section(headSpans(card, 'Request')), section(extentSpans(card)), stepsFold(card, MOST_EFFECTS)],
    form: {
      id: VIEW_IDS.approve,
      submit: 'Approve',
      metadata,
      inputs: [
        textInput({
          id: TYPED_NAME,
          label: 'Name of the app',
          hint: 'Type the name of the app that this changes.',
          max: 300,
        }),
      ],
    },
  });
}
