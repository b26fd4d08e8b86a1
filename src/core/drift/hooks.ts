import { listAt, type Manifest, stringAt } from '../model/json.ts';
import { annotation } from './subject.ts';

/* Argo CD and Helm hooks (docs/facts.md#hooks). */

const ARGO_HOOK = 'argocd.argoproj.io/hook';
const HELM_HOOK = 'helm.sh/hook';
const ARGO_DELETE_POLICY = 'argocd.argoproj.io/hook-delete-policy';
const HELM_DELETE_POLICY = 'helm.sh/hook-delete-policy';
export const HOOK_FINALIZER = 'argocd.argoproj.io/hook-finalizer';

export interface Hook {
  readonly style: 'argocd' | 'helm';
  /** As stated, e.g. `PostSync` or `pre-install,pre-upgrade`. */
  readonly phases: string;
  readonly deletePolicy: string | undefined;
}

/** An Argo CD hook annotation beats Helm's. `crd-install` is no hook to Argo CD. */
export function hookOf(manifest: Manifest | null | undefined): Hook | undefined {
  const argo = annotation(manifest, ARGO_HOOK);
  if (argo !== undefined)
    return { style: 'argocd', phases: argo, deletePolicy: annotation(manifest, ARGO_DELETE_POLICY) };
  const helm = annotation(manifest, HELM_HOOK);
  if (helm === undefined || helm === 'crd-install') return undefined;
  return { style: 'helm', phases: helm, deletePolicy: annotation(manifest, HELM_DELETE_POLICY) };
}

export function isSkipped(manifest: Manifest | null | undefined): boolean {
  return (
    hookOf(manifest)
      ?.phases.split(',')
      .some((phase) => phase.trim() === 'Skip') ?? false
  );
}

/** Annotation that removes the object once its hook succeeded, keeping what is stated already. */
export function succeededPolicy(hook: Hook | undefined): { readonly key: string; readonly value: string } {
  const [key, kept, added] =
    hook?.style === 'helm'
      ? [HELM_DELETE_POLICY, 'before-hook-creation', 'hook-succeeded']
      : [ARGO_DELETE_POLICY, 'BeforeHookCreation', 'HookSucceeded'];
  const stated = (hook?.deletePolicy ?? kept).split(',').map((policy) => policy.trim());
  return { key, value: [...new Set([...stated, added])].join(',') };
}

/** Why something that runs once failed, by its own status; undefined = it did not fail. */
export function failureOfRun(live: Manifest): { readonly reason: string; readonly says: string } | undefined {
  const failed = listAt(live, 'status', 'conditions').find((condition) => {
    const [type, status] = [stringAt(condition, 'type'), stringAt(condition, 'status')];
    // Tekton says `Succeeded: False` of a run that failed
    return (type === 'Failed' && status === 'True') || (type === 'Succeeded' && status === 'False');
  });
  const phase = stringAt(live, 'status', 'phase') ?? '';
  if (failed === undefined && !/^(Failed|Error)$/.test(phase)) return undefined;
  const reason = stringAt(failed, 'reason') ?? stringAt(live, 'status', 'reason') ?? 'Failed';
  const message = stringAt(failed, 'message') ?? stringAt(live, 'status', 'message');
  return { reason, says: message === undefined ? reason : `${reason}: ${message}` };
}
