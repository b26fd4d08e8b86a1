import type { Clicker } from '../flows/remedy/approval-desk.ts';
import { VIEW_IDS, type ViewId } from './action-ids.ts';
import { parseMetadata } from './form-metadata.ts';
import type { PlanTalkDeps } from './plan-talk.ts';
import { TYPED_NAME } from './render/plans/approve-form.ts';
import { INCIDENT } from './render/plans/break-glass-form.ts';
import type { Said, Told } from './render/plans/desk-answer.ts';
import { REASON } from './render/plans/request-form.ts';

/** A form as it was sent. */
export interface SentForm {
  readonly id: ViewId;
  readonly metadata: string;
  readonly who: Clicker;
  /** By the id of the input; what was left empty is ''. */
  readonly value: (id: string) => string;
}

export interface FormAnswer {
  readonly said: Said;
  readonly told: Told;
}

/** The input below which an objection to the form as a whole is shown. */
export const FIELDS: Readonly<Record<ViewId, string>> = {
  [VIEW_IDS.request]: REASON.id,
  [VIEW_IDS.approve]: TYPED_NAME,
  [VIEW_IDS.breakGlass]: REASON.id,
};

/** What Slack's client should have refused: it is a client. Input → what is wrong with it. */
export function objectionsTo({ id, value }: SentForm): Readonly<Record<string, string>> {
  const { min, max } = REASON;
  const length = value(REASON.id).trim().length;
  const reason = length < min || length > max ? { [REASON.id]: `Write ${min} to ${max} characters.` } : {};
  const isLink = /^https?:\/\/\S+$/.test(value(INCIDENT).trim());
  switch (id) {
    case VIEW_IDS.request:
      return reason;
    case VIEW_IDS.breakGlass:
      return { ...reason, ...(isLink ? {} : { [INCIDENT]: 'Write the link to the incident, https://…' }) };
    case VIEW_IDS.approve:
      return {};
    default:
      return id satisfies never;
  }
}

/** A form → the desk. */
export async function answerForm(form: SentForm, { desk }: PlanTalkDeps): Promise<FormAnswer> {
  const { id, who, value } = form;
  const { planId, from } = parseMetadata(form.metadata) ?? {};
  const reason = value(REASON.id).trim();
  const told = (ask: (plan: string) => Promise<Told>) => (planId === undefined ? desk.turnAway(who) : ask(planId));
  switch (id) {
    case VIEW_IDS.request:
      return { said: 'request', told: await told((plan) => desk.request(plan, who, { reason, from: from ?? '' })) };
    case VIEW_IDS.approve:
      return {
        said: 'approve',
        told: await told((plan) => desk.approve(plan, who, { typed: value(TYPED_NAME).trim() })),
      };
    case VIEW_IDS.breakGlass:
      return {
        said: 'break-glass',
        told: await told((plan) => desk.breakGlass(plan, who, { reason, incident: value(INCIDENT).trim() })),
      };
    default:
      return id satisfies never;
  }
}
