import { count } from '../words/count.ts';
import type { Person, Policy, Tier } from './policy.ts';
import { type ChangeScope, isGranted, isGrantedBreakGlass, NOBODY, type Who, whoMay } from './scope.ts';

interface Expiring {
  readonly expiresAt: string;
}

/** One person's decision on one plan. */
export interface Decision {
  readonly by: string;
  readonly verdict: 'approve' | 'deny';
  readonly at: string;
}

/** A plan that somebody requested, and the decisions on it so far. */
export interface PlanRequest {
  readonly plan: ChangeScope & Expiring;
  readonly requestedBy: string;
  readonly decisions: readonly Decision[];
}

export type Permission =
  | { readonly allowed: true }
  /** `who`: whom the person can turn to; all empty = nobody. */
  | { readonly allowed: false; readonly because: string; readonly who: Who };

const ALLOWED: Permission = { allowed: true };

const APPROVERS: Readonly<Record<Tier, number>> = { 0: 0, 1: 1, 2: 1, 3: 2 };
const FROM_TIER_ANOTHER_PERSON: Tier = 2;

export function approversNeeded(tier: Tier): number {
  return APPROVERS[tier];
}

/** From tier 2 nobody approves what they asked for. */
export function mayBeApprovedByRequester(tier: Tier): boolean {
  return tier < FROM_TIER_ANOTHER_PERSON;
}

export function isExpired({ expiresAt }: Expiring, now: Date): boolean {
  // an expiry that cannot be read is over
  return !(now.getTime() < Date.parse(expiresAt));
}

export function mayRequest(policy: Policy, person: Person, plan: ChangeScope): Permission {
  if (isGranted(policy, person, 'request', plan)) return ALLOWED;
  return refused(`your roles do not let you request ${changeWords(plan)}`, whoMay(policy, 'request', plan));
}

/** Asked on every click and, for those who approved, again before the run: `person.groups` are as they are now. */
export function mayApprove(policy: Policy, person: Person, request: PlanRequest, now: Date): Permission {
  const { plan, requestedBy, decisions } = request;
  const closed = closedBecause(request, now);
  if (closed !== undefined) return refused(closed, NOBODY);
  const others = whoMay(policy, 'approve', plan, [
    ...decisions.map(({ by }) => by),
    ...(mayBeApprovedByRequester(plan.tier) ? [] : [requestedBy]),
  ]);
  if (!isGranted(policy, person, 'approve', plan))
    return refused(`your roles do not let you approve ${changeWords(plan)}`, others);
  if (person.id === requestedBy && !mayBeApprovedByRequester(plan.tier))
    return refused(`you asked for it: from tier ${FROM_TIER_ANOTHER_PERSON} somebody else approves`, others);
  if (decisions.some(({ by }) => by === person.id))
    return refused(`you approved it already: ${stillNeeded(request)}`, others);
  return ALLOWED;
}

/** Whoever may approve plans like this one may also stop it, and so may who asked for it. */
export function mayDeny(policy: Policy, person: Person, request: PlanRequest, now: Date): Permission {
  const closed = closedBecause(request, now);
  if (closed !== undefined) return refused(closed, NOBODY);
  if (person.id === request.requestedBy || isGranted(policy, person, 'approve', request.plan)) return ALLOWED;
  return refused(
    `your roles do not let you deny ${changeWords(request.plan)}`,
    whoMay(policy, 'approve', request.plan),
  );
}

/** What was done may be undone by who asked for it, as long as they may ask, and by who may approve the like. */
export function mayRestore(policy: Policy, person: Person, request: Omit<PlanRequest, 'decisions'>): Permission {
  const { plan, requestedBy } = request;
  const isOwn = person.id === requestedBy && isGranted(policy, person, 'request', plan);
  if (isOwn || isGranted(policy, person, 'approve', plan)) return ALLOWED;
  return refused(`your roles do not let you restore ${changeWords(plan)}`, whoMay(policy, 'approve', plan));
}

/** After break-glass: somebody who could have approved it. That it is another person is the approval's own rule. */
export function mayReview(policy: Policy, person: Person, plan: ChangeScope): Permission {
  if (isGranted(policy, person, 'approve', plan)) return ALLOWED;
  return refused(`your roles do not let you review ${changeWords(plan)}`, whoMay(policy, 'approve', plan));
}

export interface Emergency {
  readonly reason: string;
  /** Link to the incident. */
  readonly incident: string;
}

/** One person, in an emergency that has a name. It skips counting; dump and verify are not policy's to skip. */
export function mayBreakGlass(
  policy: Policy,
  person: Person,
  request: PlanRequest,
  { emergency, now }: { readonly emergency: Emergency; readonly now: Date },
): Permission {
  const closed = closedBecause(request, now);
  if (closed !== undefined) return refused(closed, NOBODY);
  if (!isGrantedBreakGlass(policy, person, request.plan))
    return refused(
      `you have no break-glass role for ${changeWords(request.plan)}`,
      whoMay(policy, 'approve', request.plan),
    );
  if (emergency.reason.trim() === '') return refused('break-glass needs a reason', NOBODY);
  if (!/^https?:\/\/\S+$/.test(emergency.incident)) return refused('break-glass needs a link to the incident', NOBODY);
  return ALLOWED;
}

/** At run time: enough of those who approved still may. `people` are they, with their groups as they are now. */
export function isStillApproved(
  policy: Policy,
  people: readonly Person[],
  request: PlanRequest,
  now: Date,
): Permission {
  const closed = closedBecause(request, now);
  if (closed !== undefined) return refused(closed, NOBODY);
  const approvers = new Set(request.decisions.map(({ by }) => by));
  const approving = people.filter(
    (person) => approvers.delete(person.id) && mayApprove(policy, person, { ...request, decisions: [] }, now).allowed,
  );
  if (approving.length >= approversNeeded(request.plan.tier)) return ALLOWED;
  return refused(
    'somebody who approved it may no longer do so',
    whoMay(policy, 'approve', request.plan, [request.requestedBy]),
  );
}

function closedBecause({ plan, decisions }: PlanRequest, now: Date): string | undefined {
  if (decisions.some(({ verdict }) => verdict === 'deny')) return 'it was denied: one deny closes a request';
  return isExpired(plan, now) ? 'it has expired: plan it again' : undefined;
}

function stillNeeded({ plan, decisions }: PlanRequest): string {
  const missing = approversNeeded(plan.tier) - new Set(decisions.map(({ by }) => by)).size;
  return missing > 0 ? `${count(missing, 'other person')} still has to` : 'nobody else has to';
}

function changeWords({ tier, app, instance }: ChangeScope): string {
  return `a change of tier ${tier} to ${app.name} on ${instance}`;
}

function refused(because: string, who: Who): Permission {
  return { allowed: false, because, who };
}
