import { RejectedError } from '../../../core/model/errors.ts';
import { type ApprovalEvent, answerEvent, approvalFrom } from '../../../core/remedy/approval/approval.ts';
import { conclusionOf } from '../../../core/remedy/approval/tending.ts';
import { advance, nextAction, type Run, runFrom } from '../../../core/remedy/run/run.ts';
import type { RunEvent } from '../../../core/remedy/run/run-event.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { PlanMemory, PlanRecord } from '../../../ports/plans.ts';
import type { AuditPlan } from '../audit-plan.ts';
import type { PublishPlan } from '../publish-plan.ts';
import type { Pass, Perform } from './perform.ts';
import { withoutStop } from './refusal.ts';

export interface CarryOutDeps {
  readonly plans: PlanMemory;
  readonly auditPlan: AuditPlan;
  readonly publishPlan: PublishPlan;
  readonly perform: Perform;
  readonly clock: Clock;
  readonly log: Log;
}

/** From where the record ends to where there is nothing more to do. The signal stops it between two actions. */
export async function carryOut(deps: CarryOutDeps, planId: string, signal: AbortSignal): Promise<void> {
  for (let known = -1; ; ) {
    const record = await started(deps, planId);
    // what was asked for while the last round ended is seen here
    if (record === undefined || record.approval.length + record.run.length === known) return;
    const last = await goOn(deps, record, signal);
    if (last === undefined) return;
    known = last.approval.length + last.run.length;
  }
}

/** undefined: nothing is to be done, now or ever. */
async function started({ plans, clock }: CarryOutDeps, planId: string): Promise<PlanRecord | undefined> {
  for (;;) {
    const record = await plans.find(planId);
    if (record === undefined) return undefined;
    const event: ApprovalEvent = { type: 'start', at: clock.now().toISOString(), runId: planId };
    const { answer } = answerEvent(approvalFrom(record.plan, record.approval), event);
    if (answer === 'again') return record;
    if (answer !== 'recorded') return undefined;
    if (await plans.appendApproval(planId, event, record.approval.length))
      return { ...record, approval: [...record.approval, event] };
  }
}

/** The record as it is once there is nothing more to do; undefined: another process went on with it. */
async function goOn(deps: CarryOutDeps, from: PlanRecord, signal: AbortSignal): Promise<PlanRecord | undefined> {
  const { plans, perform } = deps;
  let record = from;
  let run = runFrom(record.plan, record.run);
  const pass: Pass = { approval: approvalFrom(record.plan, record.approval), signal, staleUndos: 0 };
  for (;;) {
    record = await concluded(deps, record, run);
    const refusal = await audited(deps, record);
    await published(deps, record);
    const action = nextAction(run);
    if (action.do === 'wait') {
      // what the ledger does not know yet is still to be tended
      if (run.status === 'superseded' && refusal === undefined) await plans.untend(record.plan.id);
      return record;
    }
    signal.throwIfAborted();
    const isStopped = refusal !== undefined && action.do !== 'start';
    const event = isStopped ? stop(run, refusal, deps.clock) : await perform(run, action, pass);
    if (!(await plans.appendRun(record.plan.id, event, record.run.length))) return undefined;
    record = { ...record, run: [...record.run, event] };
    run = advance(run, event);
  }
}

/** What has to be audited may not be done while the ledger takes nothing. A restore waits until it does. */
function stop({ status }: Run, refusal: RejectedError, clock: Clock): RunEvent {
  if (status !== 'running') throw refusal;
  return { type: 'failed', at: clock.now().toISOString(), because: withoutStop(refusal.message) };
}

async function audited({ auditPlan }: CarryOutDeps, record: PlanRecord): Promise<RejectedError | undefined> {
  try {
    await auditPlan(record);
    return undefined;
  } catch (error) {
    if (error instanceof RejectedError && error.code === 'ledger.broken') return error;
    throw error;
  }
}

/** Records in the plan's approval what came of its run, unless somebody else has meanwhile. */
async function concluded({ plans, clock }: CarryOutDeps, from: PlanRecord, run: Run): Promise<PlanRecord> {
  let record = from;
  for (;;) {
    const approval = approvalFrom(record.plan, record.approval);
    const event = conclusionOf(run, approval, clock.now().toISOString());
    if (event === undefined) return record;
    if (await plans.appendApproval(record.plan.id, event, record.approval.length))
      record = { ...record, approval: [...record.approval, event] };
    else record = { ...record, approval: (await plans.find(record.plan.id))?.approval ?? record.approval };
  }
}

/** Never fails a run: the next update shows this too. */
async function published({ publishPlan, log }: CarryOutDeps, { plan }: PlanRecord): Promise<void> {
  try {
    await publishPlan(plan.id);
  } catch (error) {
    log.warn('a plan’s message could not be brought up to date', { plan: plan.id, error });
  }
}
