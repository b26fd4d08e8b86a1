import { z } from 'zod';
import { type ApprovalState, approvalFrom } from '../core/remedy/approval/approval.ts';
import type { ExecutePlan } from '../flows/remedy/execute-plan.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { PlanMemory } from '../ports/plans.ts';
import { defineJob, type JobKind } from './job.ts';
import { REMEDY_JOBS } from './names.ts';

const RunJob = z.object({ planId: z.string() });

export interface RunJobDeps {
  readonly executePlanOf: (instance: string) => ExecutePlan;
  readonly plans: Pick<PlanMemory, 'find'>;
  readonly metrics: Metrics;
}

/** What a run can end as; a later restore counts too. */
const ENDED: ReadonlySet<ApprovalState> = new Set(['verified', 'failed', 'superseded', 'restored']);

/** Tried again, which goes on from the plan's events. UnavailableError 'lock.busy': waits without counting as a try. */
export function makeRunJob({ executePlanOf, plans, metrics }: RunJobDeps): JobKind {
  return defineJob(REMEDY_JOBS.run, RunJob, async ({ planId }, { instance, signal, log }) => {
    const before = await stateOf(planId);
    await executePlanOf(instance)(planId, { signal });
    const outcome = await stateOf(planId);
    if (outcome === undefined || outcome === before || !ENDED.has(outcome)) return;
    metrics.record('plumbline_runs_total', 1, { instance, outcome });
    log.info('a run ended', { instance, plan: planId, outcome });
  });

  async function stateOf(planId: string): Promise<ApprovalState | undefined> {
    const record = await plans.find(planId);
    return record && approvalFrom(record.plan, record.approval).state;
  }
}
