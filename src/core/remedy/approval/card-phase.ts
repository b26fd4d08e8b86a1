import type { ApprovalState } from './approval.ts';
import type { PlanCard } from './plan-card.ts';

export type CardPhase = ApprovalState | 'restoring';

/** Where a plan stands. What its run says is newer than what the approval was told of it. */
export function phaseOf({ approval, run }: Pick<PlanCard, 'approval' | 'run'>): CardPhase {
  if (run === undefined || run.status === 'running') return approval.state;
  return run.status;
}
