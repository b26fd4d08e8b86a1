import { type Manifest, stringAt } from '../../src/core/model/json.ts';

/** What kubectl, and Argo CD like it, keeps of the manifest that it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
export const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options';
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

export function annotationOf(manifest: Manifest, name: string): string | undefined {
  return stringAt(manifest, 'metadata', 'annotations', name);
}

/** Options, phases and policies stand in one annotation, separated by commas; spaces around them do not count. */
export function annotationValues(manifest: Manifest, name: string): readonly string[] {
  return separated(annotationOf(manifest, name));
}

export function separated(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
