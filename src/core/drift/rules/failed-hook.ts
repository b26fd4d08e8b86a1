import { CAUSE_FACTS, findHealthCause } from '../health/cause.ts';
import { failureOfRun, hookOf, isSkipped } from '../hooks.ts';
import { resourceRule } from '../rule.ts';

/** A hook ran and failed. The sync that it belongs to is not done, and the failed object is what shows why. */
export const failedHook = resourceRule({
  id: 'failed-hook',
  title: 'A hook failed',
  driftClass: 'sync-failure',
  needs: CAUSE_FACTS,

  claim(subject) {
    const { app, resource, changes } = subject;
    const hook = hookOf(resource.live) ?? hookOf(resource.target);
    const failure = resource.live === null ? undefined : failureOfRun(resource.live);
    if (hook === undefined || failure === undefined || isSkipped(resource.target)) return undefined;
    const pods = subject.runtime.pods === undefined ? undefined : findHealthCause(subject);
    const cause = pods?.isTrouble === true ? pods : undefined;
    const name = `${resource.ref.kind}/${resource.ref.name}`;
    const { operation } = app;
    return {
      changes,
      owner: `hook ${name}`,
      cause: `hook failed: ${failure.reason}`,
      confidence: 'certain',
      blocks: true,
      evidence: [
        { source: 'live', says: `${name} (${hook.phases}) failed: ${failure.says}` },
        ...(cause?.evidence ?? []),
        ...(operation?.phase === 'Failed' || operation?.phase === 'Error'
          ? [{ source: 'argocd' as const, says: `the sync ended ${operation.phase}: ${operation.message}` }]
          : []),
      ],
      fixes: [
        {
          kind: cause?.fix === 'fix-manifest' ? 'fix-manifest' : 'inspect-logs',
          paths: [],
          detail: `${cause?.step ?? stepFor(failure.reason, name)}. Then sync the whole app: the hook runs again, and nothing goes round it`,
        },
      ],
    };
  },
});

function stepFor(reason: string, name: string): string {
  return reason === 'DeadlineExceeded'
    ? `${name} ran out of its activeDeadlineSeconds: read its pod’s log for what it waited for, or raise the deadline in Git`
    : `read the log of ${name}’s last pod and mend what it names`;
}
