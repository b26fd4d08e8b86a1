import { listAt, type Manifest, stringAt } from '../../model/json.ts';
import { isArgoCdKind } from '../../model/resource-ref.ts';
import type { Step } from '../plan/plan.ts';
import type { Bundle } from './bundle.ts';
import { restorable } from './restorable.ts';

/**
 * The bundle as a Kubernetes List that `kubectl create` and `kubectl replace` take, in the order of a restore: the last
 * step first. What has no undo is not in it, nor what Argo CD keeps its own state in.
 */
export function restoreList({ plan, objects }: Pick<Bundle, 'plan' | 'objects'>): Manifest {
  const items = plan.steps.flatMap((step, index) => {
    const { verb } = step;
    const saved = objects[index] ?? null;
    if (saved === null || !isInRestoreList(step)) return [];
    // whoever owns an object that was only changed still lives
    const answer = restorable(saved, verb === 'delete' ? new Set() : ownerUids(saved));
    return 'manifest' in answer ? [answer.manifest] : [];
  });
  return { apiVersion: 'v1', kind: 'List', items: items.toReversed() };
}

export function isInRestoreList({ verb, target, undo }: Pick<Step, 'verb' | 'target' | 'undo'>): boolean {
  return undo.how !== 'none' && (verb === 'delete' || !isArgoCdKind(target));
}

function ownerUids(saved: Manifest): ReadonlySet<string> {
  return new Set(listAt(saved, 'metadata', 'ownerReferences').map((owner) => stringAt(owner, 'uid') ?? ''));
}
