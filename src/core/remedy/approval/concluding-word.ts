import type { Run } from '../run/run.ts';
import type { Approval, ApprovalEvent } from './approval.ts';

/** What the plan's approval still has to learn of how its run went; undefined: it knows. */
export function concludingWord(run: Run, { state }: Pick<Approval, 'state'>, at: string): ApprovalEvent | undefined {
  if (state === 'running') {
    if (run.status === 'running') return undefined;
    if (run.status === 'superseded') return { type: 'supersede', at, because: run.because ?? '' };
    return { type: 'end', at, result: run.proof === undefined ? 'failed' : 'verified' };
  }
  const isOver = state === 'failed' || state === 'verified';
  return isOver && run.status === 'restored' ? { type: 'restore', at } : undefined;
}
