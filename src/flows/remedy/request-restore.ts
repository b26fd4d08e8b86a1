import { mayRestore, type Permission } from '../../core/policy/decide.ts';
import { roleFor } from '../../core/policy/scope.ts';
import { type Approval, approvalFrom, isOver } from '../../core/remedy/approval/approval.ts';
import { restorableUntil } from '../../core/remedy/restore/bundle.ts';
import { runFrom } from '../../core/remedy/run/run.ts';
import type { RunEvent } from '../../core/remedy/run/run-event.ts';
import type { PlanRecord } from '../../ports/plans.ts';
import { afterRecord } from './after-record.ts';
import type { ApprovalDesk, Clicker, DeskAnswer } from './approval-desk.ts';
import type { DeskDeps } from './make-approval-desk.ts';
import { auditRefusal } from './record-decision.ts';

export interface RequestRestoreDeps extends DeskDeps {
  readonly turnAway: ApprovalDesk['turnAway'];
  readonly refuse: (
    record: PlanRecord,
    who: Clicker,
    permission: Extract<Permission, { readonly allowed: false }>,
  ) => Promise<DeskAnswer>;
}

/** A restore is a decision about the run, not about the approval; the run's events record who asked. */
export function makeRequestRestore(deps: RequestRestoreDeps): ApprovalDesk['restore'] {
  const { plans, policy, clock, queue } = deps;

  return async (planId, who) => {
    const person = await deps.directory.person(who.user);
    for (;;) {
      const record = await plans.find(planId);
      if (record === undefined) return deps.turnAway(who);
      const approval = approvalFrom(record.plan, record.approval);
      const obstacle = obstacleTo(record, approval);
      if (obstacle !== undefined) {
        await auditRefusal(deps, who, record.plan, `restore: ${obstacle}`);
        return { answer: obstacle, approval };
      }
      const permission = mayRestore(policy, person, { plan: record.plan, requestedBy: approval.requestedBy });
      if (!permission.allowed) return deps.refuse(record, who, permission);
      const role = roleFor(policy, person, 'approve', record.plan) ?? roleFor(policy, person, 'request', record.plan);
      const event: RunEvent = { type: 'restore-asked', at: clock.now().toISOString(), by: who.user, role: role ?? '' };
      if (!(await plans.appendRun(planId, event, record.run.length))) continue;
      await afterRecord(deps.log, planId, async () => {
        await deps.auditPlan({ ...record, run: [...record.run, event] });
        await deps.publishPlan(planId);
        await queue.ask({ type: 'run', instance: record.plan.instance, planId });
      });
      return { answer: 'recorded', approval };
    }
  };

  function obstacleTo(record: PlanRecord, approval: Approval): 'late' | 'expired' | 'out-of-turn' | undefined {
    const run = runFrom(record.plan, record.run);
    if (run.status === 'restoring' || run.status === 'restored') return 'late';
    const until = isOver(approval) ? restorableUntil(run, record.run, deps.restoreForMs) : undefined;
    if (until === undefined) return 'out-of-turn';
    return clock.now() < until ? undefined : 'expired';
  }
}
