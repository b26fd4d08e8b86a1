import { isAssigned } from '../../kubernetes/built-in-defaults.ts';
import type { Change } from '../../model/change.ts';
import { isEmpty } from '../../model/json.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { listPaths, pathsOf } from '../subject.ts';

/** Addresses, ports and volumes that the API server or a binder picks at write time. */
export const assignedByApiServer = resourceRule({
  id: 'assigned-by-api-server',
  title: 'Assigned by the API server or a binder',
  driftClass: 'mutated',
  needs: [],

  claim(subject) {
    const { resource } = subject;
    const changes = subject.changes.filter((change) => change.live !== undefined && isPicked(subject, change));
    if (changes.length === 0) return undefined;
    const stated = changes.filter(({ desired }) => desired !== undefined);
    const ignore = { kind: 'ignore-narrow', paths: pathsOf(changes) } as const;
    const drop = {
      kind: 'drop-from-git',
      paths: pathsOf(stated),
      detail: 'do not state what the cluster assigns',
    } as const;
    return {
      changes,
      owner: 'kube-apiserver',
      cause: `${resource.ref.kind} fields assigned at run time`,
      confidence: 'likely',
      evidence: [{ source: 'live', says: `${listPaths(changes)} is assigned when the object is written` }],
      fixes: stated.length > 0 ? [drop, ignore] : [ignore],
    };
  },
});

const PICKED: Readonly<Record<string, RegExp>> = {
  Service: /^\/spec\/(clusterIPs?(\/\d+)?|healthCheckNodePort|loadBalancerIP|externalIPs|ports\/\d+\/nodePort)$/,
  PersistentVolumeClaim: /^\/spec\/volumeName$/,
  PersistentVolume: /^\/spec\/claimRef(\/|$)/,
  Job: /^\/spec\/(selector|template\/metadata\/labels)(\/|$)/,
};

/** A value that Git states for real is somebody's wish, not an assignment. */
function isPicked({ resource }: Subject, { path, desired }: Change): boolean {
  const isFree = desired === undefined || isEmpty(desired);
  return isFree && (isAssigned(resource.ref, path) || (PICKED[resource.ref.kind]?.test(path) ?? false));
}
