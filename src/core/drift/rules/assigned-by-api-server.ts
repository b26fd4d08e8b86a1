import { isAssigned } from '../../diff/built-in-defaults.ts';
import { parseQuantity } from '../../diff/quantity.ts';
import type { Change } from '../../model/change.ts';
import { isEmpty } from '../../model/json.ts';
import type { ResourceRule, Subject } from '../rule.ts';
import { listPaths, pathsOf } from '../subject.ts';

/** Addresses, ports and volumes that the API server or a binder picks, and sizes that storage rounds up. */
export const assignedByApiServer: ResourceRule = {
  id: 'assigned-by-api-server',
  title: 'Assigned by the API server or a binder',
  driftClass: 'mutated',
  about: 'resource',

  claim(subject) {
    const { resource } = subject;
    const changes = subject.changes.filter(
      (change) => change.live !== undefined && (isPicked(subject, change) || isGrownStorage(subject, change)),
    );
    if (changes.length === 0) return undefined;
    const grown = changes.every((change) => isGrownStorage(subject, change));
    const stated = changes.filter(({ desired }) => desired !== undefined);
    const drop = {
      kind: 'drop-from-git',
      paths: pathsOf(changes),
      detail: 'do not state what the cluster assigns',
    } as const;
    const ignore = { kind: 'ignore-narrow', paths: pathsOf(changes) } as const;
    return {
      changes,
      owner: grown ? 'storage provisioner' : 'kube-apiserver',
      cause: grown ? 'storage grew' : `${resource.ref.kind} fields assigned at run time`,
      confidence: 'likely',
      evidence: [
        {
          source: 'live',
          says: grown
            ? 'the claim is larger than Git says; a claim cannot shrink'
            : `${listPaths(changes)} is assigned when the object is written`,
        },
      ],
      fixes: grown
        ? [
            {
              kind: 'pin-in-git',
              paths: pathsOf(changes),
              detail: 'write the size the volume has into Git: a claim can never shrink',
            },
            ignore,
          ]
        : stated.length > 0 && stated.every(({ desired }) => isEmpty(desired))
          ? [drop, ignore]
          : [ignore, drop],
    };
  },
};

const PICKED: Readonly<Record<string, RegExp>> = {
  Service: /^\/spec\/(clusterIPs?(\/\d+)?|healthCheckNodePort|loadBalancerIP|externalIPs|ports\/\d+\/nodePort)$/,
  PersistentVolumeClaim: /^\/spec\/volumeName$/,
  PersistentVolume: /^\/spec\/claimRef(\/|$)/,
  Job: /^\/spec\/(selector|template\/metadata\/labels)(\/|$)/,
};

function isPicked({ resource }: Subject, { path, desired }: Change): boolean {
  if (isAssigned(resource.ref, path)) return desired === undefined || isEmpty(desired);
  return (PICKED[resource.ref.kind]?.test(path) ?? false) && (desired === undefined || isEmpty(desired));
}

function isGrownStorage({ resource }: Subject, { path, desired, live }: Change): boolean {
  if (resource.ref.kind !== 'PersistentVolumeClaim' || path !== '/spec/resources/requests/storage') return false;
  if (typeof desired !== 'string' || typeof live !== 'string') return false;
  const [wanted, actual] = [parseQuantity(desired), parseQuantity(live)];
  if (!wanted || !actual) return false;
  return Number(actual.mantissa) * 10 ** actual.exponent > Number(wanted.mantissa) * 10 ** wanted.exponent;
}
