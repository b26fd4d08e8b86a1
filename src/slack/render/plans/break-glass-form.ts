import type { ModalView } from '@slack/types';
import type { PlanCard } from '../../../core/remedy/approval/plan-card.ts';
import { VIEW_IDS } from '../../action-ids.ts';
import { modal, textInput, urlInput } from '../kit/modal.ts';
import { section } from '../kit/part.ts';
import { say } from '../kit/spans.ts';
import { extentSpans, headSpans } from './plan-parts.ts';
import { REASON } from './request-form.ts';

export const INCIDENT = 'incident';

/** One person decides, in an emergency that has a name. */
export function renderBreakGlassForm({
  card,
  metadata,
}: {
  readonly card: PlanCard;
  readonly metadata: string;
}): ModalView {
  const { id, min, max } = REASON;
  return modal({
    title: 'Break glass',
    parts: [
      section(headSpans(card, 'Request')),
      section(extentSpans(card)),
      section(
        say`⚠ It starts at once, without waiting for anybody. Dump, checks and restore are as always. It is announced to the platform’s channel, and somebody else reviews it within 24 h.`,
      ),
    ],
    form: {
      id: VIEW_IDS.breakGlass,
      submit: 'Break the glass',
      metadata,
      inputs: [
        textInput({ id, label: 'Reason', hint: 'Why it cannot wait.', min, max, isLong: true }),
        urlInput({ id: INCIDENT, label: 'Incident', hint: 'Link to the incident.' }),
      ],
    },
  });
}
