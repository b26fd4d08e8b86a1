import { defined } from '../../core/model/defined.ts';
import { isCrash } from '../../core/model/not-healthy.ts';
import type { PodState } from '../../core/model/observation.ts';
import type { TreeNode } from '../../ports/argocd.ts';

export interface TreePod {
  readonly pod: PodState;
  readonly node: TreeNode;
}

/** Pods of the tree that are in trouble, worst first: crash evidence, then restarts. */
export function podsIn(tree: readonly TreeNode[], now: Date): readonly TreePod[] {
  return tree
    .filter(({ kind, group }) => kind === 'Pod' && group === '')
    .map((node) => ({ node, pod: podOf(node, now) }))
    .filter(({ pod }) => pod.reason !== 'Running' || (pod.restarts ?? 0) > 0)
    .toSorted(
      ({ pod: a }, { pod: b }) =>
        Number(isCrash(b.reason)) - Number(isCrash(a.reason)) || (b.restarts ?? 0) - (a.restarts ?? 0),
    );
}

function podOf(node: TreeNode, now: Date): PodState {
  return {
    name: node.name,
    namespace: node.namespace,
    ...defined({ reason: node.info['Status Reason'], message: node.health?.message, ready: node.info.Containers }),
    restarts: Number(node.info['Restart Count'] ?? 0),
    ...(node.createdAt === undefined ? {} : { age: ageOf(node.createdAt, now) }),
  };
}

/** `21d`, `5h`, `3m`: as kubectl prints it. */
function ageOf(createdAt: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / 60_000));
  if (minutes >= 2880) return `${Math.floor(minutes / 1440)}d`;
  return minutes >= 120 ? `${Math.floor(minutes / 60)}h` : `${minutes}m`;
}
