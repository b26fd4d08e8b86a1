import type { Manifest } from '../../src/core/model/json.ts';
import { annotationOf, annotationValues } from './annotations.ts';

/* Which rendered objects are hooks, when they run and when they go (docs/facts.md#hooks). */

export type HookPhase = 'PreSync' | 'Sync' | 'PostSync' | 'SyncFail';
export type DeletePolicy = 'HookSucceeded' | 'HookFailed' | 'BeforeHookCreation';

const HOOK = 'argocd.argoproj.io/hook';
const HELM_HOOK = 'helm.sh/hook';

/** `Skip` among them: a type like any other until somebody asks what it means. */
const TYPES = ['PreSync', 'Sync', 'PostSync', 'SyncFail', 'Skip'] as const;
type HookType = (typeof TYPES)[number];

const HELM_TYPES: Readonly<Record<string, HookType>> = {
  'pre-install': 'PreSync',
  'pre-upgrade': 'PreSync',
  'post-install': 'PostSync',
  'post-upgrade': 'PostSync',
};

const POLICIES: Readonly<Record<string, DeletePolicy>> = {
  HookSucceeded: 'HookSucceeded',
  HookFailed: 'HookFailed',
  BeforeHookCreation: 'BeforeHookCreation',
};
const HELM_POLICIES: Readonly<Record<string, DeletePolicy>> = {
  'hook-succeeded': 'HookSucceeded',
  'hook-failed': 'HookFailed',
  'before-hook-creation': 'BeforeHookCreation',
};

/** Helm marks CRDs with its hook annotation too; Argo CD applies them like anything else. */
export function isHook(manifest: Manifest): boolean {
  if (annotationOf(manifest, HOOK) !== undefined) return !isSkipped(manifest);
  const helm = annotationOf(manifest, HELM_HOOK);
  return helm !== undefined && helm !== 'crd-install';
}

/** Rendered, but neither applied nor counted. `Skip` beside another type means nothing. */
export function isSkipped(manifest: Manifest): boolean {
  const types = hookTypes(manifest);
  return types.length === 1 && types[0] === 'Skip';
}

/** Helm's annotation counts only where Argo CD's own names no type. A hook without any type is ignored entirely. */
function hookTypes(manifest: Manifest): readonly HookType[] {
  const own = annotationValues(manifest, HOOK).flatMap((text) => TYPES.find((type) => type === text) ?? []);
  return own.length > 0 ? own : annotationValues(manifest, HELM_HOOK).flatMap((text) => HELM_TYPES[text] ?? []);
}

export function hookPhases(manifest: Manifest): readonly HookPhase[] {
  return [...new Set(hookTypes(manifest).flatMap((type) => (type === 'Skip' ? [] : type)))];
}

/** Those of both annotations together. */
export function deletePolicies(manifest: Manifest): readonly DeletePolicy[] {
  const own = annotationValues(manifest, 'argocd.argoproj.io/hook-delete-policy').flatMap(
    (text) => POLICIES[text] ?? [],
  );
  const helm = annotationValues(manifest, 'helm.sh/hook-delete-policy').flatMap((text) => HELM_POLICIES[text] ?? []);
  return own.length + helm.length === 0 ? ['BeforeHookCreation'] : [...own, ...helm];
}

/** What is not a whole number is not there. */
export function waveOf(manifest: Manifest): number {
  return (
    wholeNumber(annotationOf(manifest, 'argocd.argoproj.io/sync-wave')) ??
    wholeNumber(annotationOf(manifest, 'helm.sh/hook-weight')) ??
    0
  );
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
