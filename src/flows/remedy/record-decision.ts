import { defined } from '../../core/model/defined.ts';
import { isExpired, type Permission } from '../../core/policy/decide.ts';
import type { Person } from '../../core/policy/policy.ts';
import type { Who } from '../../core/policy/scope.ts';
import {
  type Approval,
  type ApprovalEvent,
  answerEvent,
  approvalFrom,
  isOver,
  isUndecided,
} from '../../core/remedy/approval/approval.ts';
import { subjectOf } from '../../core/remedy/approval/audit-lines.ts';
import type { Plan, Rival } from '../../core/remedy/plan/plan.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Log } from '../../ports/log.ts';
import type { PlanMemory, PlanRecord, RequestsMark } from '../../ports/plans.ts';
import { afterRecord } from './after-record.ts';
import type { Clicker, DeskAnswer } from './approval-desk.ts';

interface Signature {
  readonly by: string;
  readonly role: string;
  readonly at: string;
}

/** What a person may decide about a plan: whether they may, in which role, and what is recorded. */
export interface DecisionKind {
  readonly may: (person: Person, approval: Approval, now: Date) => Permission;
  readonly role: (person: Person, plan: Plan) => string | undefined;
  readonly event: (signature: Signature, approval: Approval) => ApprovalEvent;
  /** Who else is about to change the same objects; asked of a draft. What was recorded meanwhile starts it over. */
  readonly contend?: (plan: Plan) => Promise<{ readonly rival?: Rival; readonly asOf: RequestsMark }>;
}

export interface RecordDecisionDeps {
  readonly plans: PlanMemory;
  readonly ledger: Ledger;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly log: Log;
  /** What follows from a new event: the audit line, the message, the run. */
  readonly followUp: (record: PlanRecord) => Promise<void>;
}

export type RecordDecision = (planId: string, who: Clicker, kind: DecisionKind) => Promise<DeskAnswer>;

/**
 * One decision of one person: read everything, authorise, ask the approval, record it unless somebody was quicker, and then
 * start over. Of any number of clicks at once, one is recorded and the others are answered by what it made of the approval.
 */
export function makeRecordDecision(deps: RecordDecisionDeps): RecordDecision {
  const { plans, directory, clock } = deps;

  return async (planId, who, kind) => {
    const person = await directory.person(who.user);
    for (;;) {
      const record = await plans.find(planId);
      if (record === undefined) return refuse(who, undefined, 'no such plan', { answer: 'no-such-plan' });
      const approval = approvalFrom(record.plan, record.approval);
      const now = clock.now();
      if (!isOver(approval) && isExpired(record.plan, now)) {
        await append(record, { type: 'expire', at: now.toISOString() });
        return refuse(who, record.plan, 'it has expired', { answer: 'expired', approval });
      }
      const permission = isUndecided(approval) ? kind.may(person, approval, now) : ALLOWED;
      if (!permission.allowed) {
        const { because, who: others } = permission;
        return refuse(who, record.plan, because, notAllowed(because, others, approval));
      }
      const signature = { by: who.user, role: kind.role(person, record.plan) ?? '', at: now.toISOString() };
      const event = kind.event(signature, approval);
      const answered = answerEvent(approval, event);
      if (answered.answer !== 'recorded') return refuse(who, record.plan, answered.answer, answered);
      const { rival, asOf } = (await kind.contend?.(record.plan)) ?? {};
      if (rival !== undefined)
        return refuse(who, record.plan, `plan ${rival.planId} changes ${rival.shared}`, {
          answer: 'taken',
          rival,
          approval,
        });
      if (await append(record, event, asOf)) return answered;
    }
  };

  async function append(record: PlanRecord, event: ApprovalEvent, asOf?: RequestsMark): Promise<boolean> {
    const isFirst = await plans.appendApproval(record.plan.id, event, record.approval.length, asOf);
    if (isFirst)
      await afterRecord(deps.log, record.plan.id, () =>
        deps.followUp({ ...record, approval: [...record.approval, event] }),
      );
    return isFirst;
  }

  async function refuse(who: Clicker, plan: Plan | undefined, reason: string, answer: DeskAnswer): Promise<DeskAnswer> {
    await auditRefusal(deps, who, plan, reason);
    return answer;
  }
}

const ALLOWED: Permission = { allowed: true };

function notAllowed(because: string, who: Who, approval: Approval): DeskAnswer {
  return { answer: 'not-allowed', because, who, approval };
}

/** A click that changed nothing leaves its line too. */
export async function auditRefusal(
  { ledger, clock }: Pick<RecordDecisionDeps, 'ledger' | 'clock'>,
  { user, click }: Clicker,
  plan: Plan | undefined,
  reason: string,
): Promise<void> {
  await ledger.append({
    id: `click.${click}`,
    at: clock.now().toISOString(),
    instance: plan?.instance ?? '',
    actor: { user, role: '' },
    action: 'refused-click',
    ...defined({ subject: plan && subjectOf(plan) }),
    reason,
  });
}
