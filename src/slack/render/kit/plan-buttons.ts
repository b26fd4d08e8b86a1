import { PLAN_ACTION_IDS } from '../../action-ids.ts';
import type { PlanButton } from './part.ts';

/* What can be said of a plan. The labels are what people and scripts rely on. */

type PlanId = { readonly id: string };

export const CLEAN_UP = 'Request clean-up…';
export const REQUEST = 'Request…';

export function request({ id }: PlanId, label: typeof CLEAN_UP | typeof REQUEST): PlanButton {
  return { label, action: PLAN_ACTION_IDS.request, planId: id };
}

export function approve({ id }: PlanId): PlanButton {
  return { label: 'Approve', action: PLAN_ACTION_IDS.approve, planId: id, style: 'primary' };
}

export function deny({ id }: PlanId): PlanButton {
  return { label: 'Deny', action: PLAN_ACTION_IDS.deny, planId: id, style: 'danger' };
}

export function planDetails({ id }: PlanId): PlanButton {
  return { label: 'Details', action: PLAN_ACTION_IDS.details, planId: id };
}

export function cancel({ id }: PlanId): PlanButton {
  return { label: 'Cancel request', action: PLAN_ACTION_IDS.cancel, planId: id };
}

export function restore({ id }: PlanId): PlanButton {
  return { label: 'Restore', action: PLAN_ACTION_IDS.restore, planId: id };
}

export function breakGlass({ id }: PlanId): PlanButton {
  return { label: 'Break glass…', action: PLAN_ACTION_IDS.breakGlass, planId: id };
}

export function reviewed({ id }: PlanId): PlanButton {
  return { label: 'Reviewed', action: PLAN_ACTION_IDS.review, planId: id };
}
