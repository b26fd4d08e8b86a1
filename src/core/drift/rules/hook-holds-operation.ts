import { at, isList } from '../../model/json.ts';
import { CAUSE_FACTS, findHealthCause } from '../health/cause.ts';
import type { HealthCause } from '../health/health-cause.ts';
import { HOOK_FINALIZER, hookOf, succeededPolicy } from '../hooks.ts';
import { resourceRule, type Subject } from '../rule.ts';

const WAITING = /waiting for (?:completion of hook|deletion of(?: hook)?|finalizer of hook) (\S+)/i;

/** A sync stands still because it waits for this hook. Until it ends, nothing else of the app is applied. */
export const hookHoldsOperation = resourceRule({
  id: 'hook-holds-operation',
  title: 'A running sync waits for a hook',
  driftClass: 'hook',
  needs: CAUSE_FACTS,

  claim(subject) {
    const { app, resource, changes } = subject;
    const cause = podTroubleOf(subject);
    const message = app.operation?.phase === 'Running' ? app.operation.message : '';
    const waitedFor = WAITING.exec(message)?.[1];
    const { group, kind, name } = resource.ref;
    if (waitedFor !== `${group}/${kind}/${name}`) return undefined;
    const hook = hookOf(resource.live) ?? hookOf(resource.target);
    const policy = succeededPolicy(hook);
    const finalizers = at(resource.live ?? {}, 'metadata', 'finalizers');
    const isTerminating = at(resource.live ?? {}, 'metadata', 'deletionTimestamp') !== undefined;
    const held = isTerminating && isList(finalizers) && finalizers.includes(HOOK_FINALIZER);
    const path = changes.map((change) => change.path);
    return {
      changes,
      owner: `hook ${waitedFor}`,
      cause: 'hook holds the operation',
      confidence: 'certain',
      blocks: true,
      evidence: [
        ...(cause ? cause.evidence : []),
        {
          source: 'argocd',
          says: `operation Running since ${app.operation?.startedAt ?? 'an unknown time'}: ${message}`,
        },
        ...(hook
          ? [
              {
                source: 'git' as const,
                says: `${hook.style} hook ${hook.phases}, delete policy ${hook.deletePolicy ?? 'not stated'}`,
              },
            ]
          : []),
        ...(held ? [{ source: 'live' as const, says: `it is terminating and still carries ${HOOK_FINALIZER}` }] : []),
      ],
      fixes: [
        ...(cause
          ? [
              {
                kind: cause.fix === 'fix-manifest' ? ('fix-manifest' as const) : ('inspect-logs' as const),
                paths: [],
                detail: cause.step,
              },
            ]
          : []),
        ...(held
          ? [
              {
                kind: 'delete' as const,
                paths: path,
                detail: `remove the finalizer ${HOOK_FINALIZER}; the object is already being deleted`,
              },
            ]
          : []),
        {
          kind: 'hook-delete-policy',
          paths: path,
          metadata: { annotations: { [policy.key]: policy.value } },
          detail: `terminate the operation, then let the hook go once it succeeded: ${policy.key}: ${policy.value}`,
        },
        ...(cause
          ? []
          : [
              {
                kind: 'inspect-logs' as const,
                paths: [],
                detail: 'read the log of the hook’s pod: why does it not end?',
              },
            ]),
      ],
    };
  },
});

/** Only what the hook's own pod shows explains why it does not end. */
function podTroubleOf(subject: Subject): HealthCause | undefined {
  const cause = subject.runtime.pods === undefined ? undefined : findHealthCause(subject);
  return cause?.isTrouble && cause.evidence.some(({ source }) => source === 'cluster') ? cause : undefined;
}
