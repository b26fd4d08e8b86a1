import type { PlanNote } from '../../core/message/message.ts';
import { RejectedError } from '../../core/model/errors.ts';
import { type Approval, approvalFrom } from '../../core/remedy/approval/approval.ts';
import { type DueNote, type TendTimes, tendingOf } from '../../core/remedy/approval/tending.ts';
import { runFrom } from '../../core/remedy/run/run.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PlanMemory, PlanRecord } from '../../ports/plans.ts';
import type { Queue } from '../../ports/queue.ts';
import type { AuditPlan } from './audit-plan.ts';
import type { NotePlan, PublishPlan } from './publish-plan.ts';

export interface TendDeps extends TendTimes {
  readonly plans: PlanMemory;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Log;
  readonly auditPlan: AuditPlan;
  readonly publishPlan: PublishPlan;
  readonly notePlan: NotePlan;
}

/**
 * What time does to plans: reminders, expiry, the end of *Restore*, and runs that a killed worker left behind. Everything may
 * be done twice without harm.
 */
export type TendPlans = () => Promise<void>;

export function makeTendPlans(deps: TendDeps): TendPlans {
  const { plans } = deps;
  return async () => {
    for (const id of await plans.tended()) {
      // one that cannot be read stays: it may be half-way through its run
      const record = await plans.find(id);
      if (record !== undefined) await tendAlone(record, deps);
    }
  };
}

const NOTES: Readonly<Record<DueNote, PlanNote['about']>> = {
  waits: 'reminder',
  'last-call': 'reminder',
  'review-due': 'review-due',
};

/** A ledger that takes nothing holds up what has to be audited, not the other plans. */
async function tendAlone(record: PlanRecord, deps: TendDeps): Promise<void> {
  try {
    await tend(record, deps);
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    deps.log.error('a plan could not be tended', { plan: record.plan.id, error });
  }
}

async function tend(record: PlanRecord, deps: TendDeps): Promise<void> {
  const { plans, queue, clock } = deps;
  const { id, instance } = record.plan;
  const now = clock.now();
  const approval = approvalFrom(record.plan, record.approval);
  const run = runFrom(record.plan, record.run);
  const { expire, run: goOn, notes, isDone } = tendingOf(approval, run, record.run, now, deps);
  if (expire) await expireNow(record, approval, deps);
  if (goOn) await queue.ask({ type: 'run', instance, planId: id });
  for (const due of notes) await deps.notePlan(record, NOTES[due], { key: due });
  await deps.auditPlan(record);
  await deps.publishPlan(id);
  if (isDone) await plans.untend(id);
}

async function expireNow(record: PlanRecord, { plan }: Approval, { plans, clock, auditPlan }: TendDeps): Promise<void> {
  const event = { type: 'expire', at: clock.now().toISOString() } as const;
  if (await plans.appendApproval(plan.id, event, record.approval.length))
    await auditPlan({ ...record, approval: [...record.approval, event] });
}
