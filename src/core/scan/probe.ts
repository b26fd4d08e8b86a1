import { hash } from 'node:crypto';
import { isSame, type ResourceRef } from '../model/resource-ref.ts';

/** What Argo CD's light probe says of one resource that it compares. */
export interface ProbedResource extends ResourceRef {
  /** Of the live object at the time of the comparison. */
  readonly resourceVersion: string;
  readonly modified: boolean;
}

/**
 * Changes when a resource starts or stops to drift, or a drifting one is written. Resources in sync are left out: the
 * heartbeat of a healthy Deployment says nothing. A leftover is not `modified`, only the list names it as drifting.
 */
export function probeHash(resources: readonly ProbedResource[], drifting: readonly ResourceRef[]): string {
  const rows = resources
    .filter((resource) => resource.modified || drifting.some((ref) => isSame(ref, resource)))
    .map(({ group, kind, namespace, name, resourceVersion, modified }) =>
      [group, kind, namespace, name, resourceVersion, modified].join(' '),
    );
  return hash('sha256', rows.toSorted().join('\n'), 'base64url');
}
