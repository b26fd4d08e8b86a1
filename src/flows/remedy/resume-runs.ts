import { answerEvent, approvalFrom } from '../../core/remedy/approval/approval.ts';
import { conclusionOf } from '../../core/remedy/approval/tending.ts';
import { nextAction, runFrom } from '../../core/remedy/run/run.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanMemory, PlanRecord } from '../../ports/plans.ts';
import type { Queue } from '../../ports/queue.ts';

export interface ResumeDeps {
  readonly plans: Pick<PlanMemory, 'tended' | 'find'>;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** At a worker's start: whatever a process that died left undone is asked for, without waiting until its job counts as stalled. */
export async function resumeRuns({ plans, queue, clock }: ResumeDeps): Promise<void> {
  for (const planId of await plans.tended()) {
    const record = await plans.find(planId);
    if (record !== undefined && isToBeDone(record, clock.now()))
      await queue.ask({ type: 'run', instance: record.plan.instance, planId });
  }
}

function isToBeDone({ plan, approval: events, run }: PlanRecord, now: Date): boolean {
  const approval = approvalFrom(plan, events);
  const at = now.toISOString();
  const { answer } = answerEvent(approval, { type: 'start', at, runId: plan.id });
  if (answer === 'recorded') return true;
  const done = runFrom(plan, run);
  return answer === 'again' && (nextAction(done).do !== 'wait' || conclusionOf(done, approval, at) !== undefined);
}
