import { isSame, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';
import { count } from '../../words/count.ts';
import type { Plan, Rival } from '../plan/plan.ts';
import { type Run, runFrom } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';
import { type Approval, type ApprovalEvent, approvalFrom } from './approval.ts';

interface Recorded {
  readonly plan: Plan;
  readonly approval: readonly ApprovalEvent[];
  readonly run: readonly RunEvent[];
}

type Touching = Pick<Plan, 'id' | 'kind' | 'steps'>;

/** The first request of the app that is open and changes what this plan changes; undefined: none does. */
export function rivalOf(plan: Touching, others: readonly Recorded[]): Rival | undefined {
  const rivals = others
    .filter((other) => other.plan.id !== plan.id)
    .flatMap((other): Rival[] => {
      const shared = sharedOf(plan, other.plan);
      const approval = approvalFrom(other.plan, other.approval);
      const state = stateOf(approval, runFrom(other.plan, other.run));
      if (shared === undefined || state === undefined) return [];
      const { requestedBy, requestedAt, channel } = approval;
      return [{ planId: other.plan.id, requestedBy, requestedAt, channel, state, shared }];
    });
  return rivals.toSorted((a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt))[0];
}

/** undefined: it is over, or was not requested. */
function stateOf({ state }: Approval, { status }: Run): Rival['state'] | undefined {
  if (status === 'restoring') return 'restoring';
  return state === 'requested' || state === 'approved' || state === 'running' ? state : undefined;
}

/** What both change, in words; undefined: nothing. A rollback changes whatever the release before changed. */
function sharedOf(one: Touching, other: Touching): string | undefined {
  if (one.kind === 'rollback' || other.kind === 'rollback') return 'the whole app';
  const shared = one.steps
    .map(({ target }) => target)
    .filter((target) => other.steps.some((step) => isSame(step.target, target)));
  return shared.length === 0 ? undefined : sharedWords(shared);
}

function sharedWords([first, ...rest]: readonly ResourceRef[]): string {
  if (first === undefined) return '';
  return rest.length === 0 ? kindAndName(first) : `${kindAndName(first)} and ${count(rest.length, 'more object')}`;
}
