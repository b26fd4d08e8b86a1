import type { AppState, Operation } from '../../model/observation.ts';
import { operationDigest } from './digest.ts';
import { applicationRef, type PlanFrame } from './plan.ts';
import { type Planned, planned } from './planner.ts';
import { tierOf } from './tier.ts';

/** Longer than an ordinary sync takes. */
const STUCK_AFTER_MS = 10 * 60_000;

export function isStuck({ operation }: Pick<AppState, 'operation'>, now: Date): boolean {
  if (operation?.phase !== 'Running' || operation.startedAt === undefined) return false;
  return now.getTime() - Date.parse(operation.startedAt) >= STUCK_AFTER_MS;
}

export function isInProgress(operation: Operation | undefined): boolean {
  return operation?.phase === 'Running' || operation?.phase === 'Terminating';
}

/** Ends this operation of the app, and no other. */
export function planTerminate(frame: PlanFrame, { ref, operation }: Pick<AppState, 'ref' | 'operation'>): Planned {
  const target = applicationRef(ref);
  if (operation?.phase !== 'Running' || operation.startedAt === undefined)
    return planned(frame, 'terminate', [{ target, because: 'no operation is running' }]);
  return planned(frame, 'terminate', [
    {
      verb: 'terminate',
      target,
      version: 'v1alpha1',
      guard: { uid: '', digest: operationDigest(operation), mutated: [] },
      check: 'settled',
      undo: { how: 'none', because: 'an operation that ended cannot go on; sync again instead' },
      tier: tierOf('terminate'),
      usedBy: [],
      effects: [`the operation that runs since ${operation.startedAt} ends; what it has applied stays`],
    },
  ]);
}
