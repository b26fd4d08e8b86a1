import { hookOf } from '../../src/core/drift/hooks.ts';
import { type Manifest, stringAt } from '../../src/core/model/json.ts';

/* Phases and delete policies of hooks (docs/facts.md#hooks). */

export type HookPhase = 'PreSync' | 'Sync' | 'PostSync' | 'SyncFail';
export type DeletePolicy = 'HookSucceeded' | 'HookFailed' | 'BeforeHookCreation';

const HELM_PHASES: Readonly<Record<string, HookPhase>> = {
  'pre-install': 'PreSync',
  'pre-upgrade': 'PreSync',
  'post-install': 'PostSync',
  'post-upgrade': 'PostSync',
};
const HELM_POLICIES: Readonly<Record<string, DeletePolicy>> = {
  'hook-succeeded': 'HookSucceeded',
  'hook-failed': 'HookFailed',
  'before-hook-creation': 'BeforeHookCreation',
};

export function isHook(manifest: Manifest): boolean {
  return hookOf(manifest) !== undefined;
}

/** Empty for `Skip` and for Helm hooks that Argo CD does not run: the object is ignored entirely. */
export function hookPhases(manifest: Manifest): readonly HookPhase[] {
  const hook = hookOf(manifest);
  if (!hook) return [];
  const stated = hook.phases.split(',').map((phase) => phase.trim());
  const phases = stated.flatMap((phase) => (hook.style === 'helm' ? (HELM_PHASES[phase] ?? []) : argoPhase(phase)));
  return [...new Set(phases)];
}

function argoPhase(phase: string): HookPhase | [] {
  return phase === 'PreSync' || phase === 'Sync' || phase === 'PostSync' || phase === 'SyncFail' ? phase : [];
}

export function deletePolicies(manifest: Manifest): readonly DeletePolicy[] {
  const hook = hookOf(manifest);
  const stated = (hook?.deletePolicy ?? '').split(',').map((policy) => policy.trim());
  const policies = stated.flatMap((policy) => HELM_POLICIES[policy] ?? (isPolicy(policy) ? policy : []));
  return policies.length === 0 ? ['BeforeHookCreation'] : policies;
}

function isPolicy(text: string): text is DeletePolicy {
  return text === 'HookSucceeded' || text === 'HookFailed' || text === 'BeforeHookCreation';
}

export function waveOf(manifest: Manifest): number {
  const wave =
    stringAt(manifest, 'metadata', 'annotations', 'argocd.argoproj.io/sync-wave') ??
    stringAt(manifest, 'metadata', 'annotations', 'helm.sh/hook-weight');
  return Number.parseInt(wave ?? '0', 10) || 0;
}
