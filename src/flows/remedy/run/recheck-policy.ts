import { isStillApproved, mayBreakGlass, mayRequest } from '../../../core/policy/decide.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import type { Approval } from '../../../core/remedy/approval/approval.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Directory } from '../../../ports/directory.ts';

export interface PolicyDeps {
  readonly policy: Policy;
  readonly directory: Directory;
  /** Which configured freeze holds for the project, in words; undefined: none. */
  readonly frozenBy: (instance: string, project: string, now: Date) => string | undefined;
  readonly clock: Clock;
}

/** Why the plan may not run after all; undefined: it may. */
export type RecheckPolicy = (approval: Approval) => Promise<string | undefined>;

/** Asked with everybody's groups as they are now. Break-glass skips counting and freezes, nothing else. */
export function makeRecheckPolicy({ policy, directory, frozenBy, clock }: PolicyDeps): RecheckPolicy {
  return async (approval) => {
    const { plan, requestedBy, decisions, emergency } = approval;
    const now = clock.now();
    const request = { plan, requestedBy, decisions };
    if (emergency !== undefined) {
      const last = decisions.at(-1);
      const person = await directory.person(last?.by ?? '');
      const verdict = mayBreakGlass(policy, person, request, { emergency, now });
      return verdict.allowed ? undefined : verdict.because;
    }
    const people = await Promise.all(decisions.map(({ by }) => directory.person(by)));
    const verdict = isStillApproved(policy, people, request, now);
    if (!verdict.allowed) return verdict.because;
    if (plan.tier === 0) {
      const asked = mayRequest(policy, await directory.person(requestedBy), plan);
      if (!asked.allowed) return 'somebody who requested it may no longer do so';
    }
    return frozenBy(plan.instance, plan.project, now);
  };
}
