import type { ResourceRef } from '../../model/resource-ref.ts';
import type { Ailing } from './health-cause.ts';

/**
 * The commands that show a person what we saw, where the fix is in Git and they want to see for themselves first.
 * Nothing has a log that has not started: a claim without a volume and an image that cannot be pulled have only events.
 */
export function lookCloser(subject: Ailing): string {
  const ref = subject.resource?.ref;
  if (ref?.kind === 'PersistentVolumeClaim') return claimSteps(ref);
  const [pod] = subject.runtime.pods ?? [];
  if (pod) {
    const place = inNamespace(pod.namespace ?? ref?.namespace ?? subject.app.destination.namespace);
    if ((pod.restarts ?? 0) === 0) return `kubectl${place} describe pod ${pod.name}: its last events say why`;
    const container = pod.container === undefined ? '' : ` -c ${pod.container}`;
    return `kubectl${place} logs ${pod.name}${container} --previous: the last fatal line says why it ends`;
  }
  if (!ref) return 'look underneath in Argo CD’s resource tree: the newest events of what is not Healthy say why';
  return `kubectl${inNamespace(ref.namespace)} describe ${typeOf(ref)} ${ref.name}: its conditions and last events say why`;
}

function claimSteps(ref: ResourceRef): string {
  return [
    `kubectl${inNamespace(ref.namespace)} describe pvc ${ref.name}: its last events say why it has no volume`,
    'kubectl get storageclass: the classes that the cluster has; if the one that the claim names was removed by mistake, create it again and the claim binds by itself',
  ].join('\n');
}

function inNamespace(namespace: string | undefined): string {
  return namespace === undefined || namespace === '' ? '' : ` -n ${namespace}`;
}

function typeOf({ group, kind }: ResourceRef): string {
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
