import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../src/core/model/json.ts';
import { deletePolicies, hookPhases, isHook, isSkipped, waveOf } from '../../argocd/hooks.ts';

const annotated = (annotations: JsonObject): Manifest => ({ metadata: { name: 'job', annotations } });
const argo = (types: string, more: JsonObject = {}): Manifest =>
  annotated({ 'argocd.argoproj.io/hook': types, ...more });
const helm = (types: string, more: JsonObject = {}): Manifest => annotated({ 'helm.sh/hook': types, ...more });

describe('a hook', () => {
  it.each<readonly [string, Manifest, boolean, readonly string[]]>([
    ['nothing', annotated({}), false, []],
    ['its phases', argo('PreSync, PostSync'), true, ['PreSync', 'PostSync']],
    ['what Helm calls them', helm('pre-install,pre-upgrade,post-upgrade'), true, ['PreSync', 'PostSync']],
    ['a CRD of Helm 2', helm('crd-install'), false, []],
    ['a test of Helm: no phase, and so never run', helm('test'), true, []],
    ['Skip', argo('Skip'), false, []],
    ['Skip beside another type', argo('Skip,Sync'), true, ['Sync']],
    ['Argo CD over Helm', argo('Sync', { 'helm.sh/hook': 'pre-install' }), true, ['Sync']],
    ['Helm where Argo CD names no type', argo('Whenever', { 'helm.sh/hook': 'pre-install' }), true, ['PreSync']],
  ])('is known by its annotations: %s', (_, manifest, is, phases) => {
    expect(isHook(manifest)).toBe(is);
    expect(hookPhases(manifest)).toEqual(phases);
  });

  it('that is skipped is none, and is told apart', () => {
    expect(isSkipped(argo('Skip'))).toBe(true);
    expect(isSkipped(argo('Skip,Sync'))).toBe(false);
    expect(isSkipped(annotated({}))).toBe(false);
  });

  it('is deleted by the policies of both annotations, or before the next one is made', () => {
    expect(deletePolicies(argo('Sync'))).toEqual(['BeforeHookCreation']);
    expect(deletePolicies(argo('Sync', { 'argocd.argoproj.io/hook-delete-policy': 'Never' }))).toEqual([
      'BeforeHookCreation',
    ]);
    expect(
      deletePolicies(
        argo('Sync', {
          'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded, HookFailed',
          'helm.sh/hook-delete-policy': 'before-hook-creation',
        }),
      ),
    ).toEqual(['HookSucceeded', 'HookFailed', 'BeforeHookCreation']);
  });

  it.each([
    [{}, 0],
    [{ 'argocd.argoproj.io/sync-wave': '-5' }, -5],
    [{ 'argocd.argoproj.io/sync-wave': '5', 'helm.sh/hook-weight': '7' }, 5],
    [{ 'argocd.argoproj.io/sync-wave': '5th', 'helm.sh/hook-weight': '7' }, 7],
    [{ 'helm.sh/hook-weight': 'heavy' }, 0],
  ])('has its wave from %j', (annotations, wave) => {
    expect(waveOf(annotated(annotations))).toBe(wave);
  });
});
