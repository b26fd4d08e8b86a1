import { at, type Manifest } from '../../model/json.ts';
import type { Hook } from '../hooks.ts';
import { failureOfRun, hookOf, isSkipped, succeededPolicy } from '../hooks.ts';
import { type Claim, resourceRule, type Subject } from '../rule.ts';
import { isStrangerToArgoCd } from '../subject.ts';

/** A hook that ran and stays, or a leftover of what the chart renders as a hook today. Neither is drift of the app. */
export const finishedHook = resourceRule({
  id: 'finished-hook',
  title: 'A hook object stays behind',
  driftClass: 'hook',
  needs: ['gitManifest'],

  claim(subject) {
    const { resource, changes } = subject;
    if (resource.live === null || isSkipped(resource.target)) return undefined;
    const liveHook = hookOf(resource.live);
    const gitHook = hookOf(resource.target) ?? hookOf(resource.facts.gitManifest ?? null);
    const hook = liveHook ?? gitHook;
    const isExtra = resource.target === null || resource.hook;
    if (!hook || !isExtra || isRunning(resource.live) || failureOfRun(resource.live)) return undefined;
    const policy = succeededPolicy(hook);
    const becameHook = liveHook === undefined;
    if (becameHook && isStrangerToArgoCd(subject)) return namesakeClaim(subject, hook);
    const paths = changes.map(({ path }) => path);
    const setPolicy = {
      kind: 'hook-delete-policy',
      paths,
      metadata: { annotations: { [policy.key]: policy.value } },
      detail: `annotate the hook in Git: ${policy.key}: ${policy.value}`,
    } as const;
    const remove = {
      kind: 'delete',
      paths,
      detail: becameHook
        ? 'delete the tracked leftover once; the chart renders it as a hook now and recreates what it needs'
        : 'delete it once; it returns at the next sync, because the hook runs again',
    } as const;
    return {
      changes,
      owner: `argocd-controller (${hook.style} hook ${hook.phases})`,
      cause: becameHook ? 'became a hook' : 'finished hook',
      confidence: 'certain',
      evidence: [
        {
          source: becameHook ? 'git' : 'live',
          says: `${hook.style} hook ${hook.phases}, delete policy ${hook.deletePolicy ?? 'not stated (BeforeHookCreation)'}`,
        },
        becameHook
          ? {
              source: 'live',
              says: 'the live object carries no hook annotation: an earlier version applied it plainly',
            }
          : {
              source: 'argocd',
              says: 'hooks stay until the next sync unless their policy removes them, and come back with each sync',
            },
      ],
      fixes: becameHook || policy.value === hook.deletePolicy ? [remove, setPolicy] : [setPolicy, remove],
    };
  },
});

function isRunning(live: Manifest): boolean {
  const active = at(live, 'status', 'active');
  return typeof active === 'number' && active > 0;
}

/** The hook in Git has the name of an object that somebody else made: deleting that one would do harm. */
function namesakeClaim({ comparison, changes }: Subject, hook: Hook): Claim {
  const owner = comparison.managed.writers[0]?.manager ?? '';
  return {
    changes,
    owner,
    cause: 'hook named like a live object',
    confidence: 'likely',
    evidence: [
      { source: 'git', says: `Git renders an object of this name as a ${hook.style} hook ${hook.phases}` },
      {
        source: 'managed-fields',
        says: `the live object was written by ${owner}, never by Argo CD: it is not the hook`,
      },
    ],
    fixes: [
      {
        kind: 'fix-manifest',
        paths: [''],
        detail: 'give the hook in Git a name of its own; leave the live object alone',
      },
      {
        kind: 'ignore-narrow',
        paths: [''],
        detail: 'or annotate the live object argocd.argoproj.io/compare-options: IgnoreExtraneous',
      },
    ],
  };
}
