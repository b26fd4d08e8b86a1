import { approversNeeded } from '../policy/decide.ts';
import type { Approval } from '../remedy/approval/approval.ts';
import { planTitle } from '../remedy/approval/plan-words.ts';
import type { WaitingRequest } from './digest.ts';

/** What people of the channel are still asked for, oldest first. */
export function waitingIn(channel: string, approvals: readonly Approval[]): readonly WaitingRequest[] {
  return approvals
    .filter((approval) => approval.state === 'requested' && approval.channel === channel)
    .map(({ plan, requestedAt, decisions }) => ({
      instance: plan.instance,
      app: plan.app.name,
      title: planTitle(plan),
      requestedAt,
      expiresAt: plan.expiresAt,
      missing: Math.max(0, approversNeeded(plan.tier) - decisions.length),
    }))
    .toSorted((a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt));
}
