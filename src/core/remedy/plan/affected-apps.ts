import type { AppRef } from '../../model/observation.ts';
import { groupKind, type ResourceRef } from '../../model/resource-ref.ts';
import { MAX_AFFECTED } from './blast-radius.ts';

/** An app of the same Argo CD and what it has. */
export interface Neighbour {
  readonly ref: AppRef;
  readonly resources: readonly ResourceRef[];
}

/**
 * Cluster-scoped kinds reach into apps that have objects of these kinds, wherever those live: also where nobody names
 * them, as defaults do. Roles are not among them: a binding names its role, and the usage proof has seen every binding.
 */
const USERS: Readonly<Record<string, readonly string[]>> = {
  'networking.k8s.io/IngressClass': ['networking.k8s.io/Ingress'],
  'storage.k8s.io/StorageClass': ['PersistentVolumeClaim', 'apps/StatefulSet'],
  'gateway.networking.k8s.io/GatewayClass': ['gateway.networking.k8s.io/Gateway'],
  'scheduling.k8s.io/PriorityClass': ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet'],
};

/** Collects whose health is watched, one listed app at a time, so that a fleet need not be held in memory. */
export function makeAffected(app: AppRef, targets: readonly ResourceRef[]) {
  const namespaces = new Set(targets.map(({ namespace }) => namespace).filter((namespace) => namespace !== ''));
  const kinds = new Set(targets.filter(({ namespace }) => namespace === '').flatMap(usersOf));
  const affected: AppRef[] = [app];
  return {
    consider({ ref, resources }: Neighbour): void {
      if (affected.length >= MAX_AFFECTED || (ref.namespace === app.namespace && ref.name === app.name)) return;
      const isNear = resources.some((resource) => namespaces.has(resource.namespace) || kinds.has(groupKind(resource)));
      if (isNear) affected.push({ ...ref, server: app.server });
    },
    affected: (): readonly AppRef[] => affected,
  };
}

function usersOf(target: ResourceRef): readonly string[] {
  const kind = groupKind(target);
  return Object.hasOwn(USERS, kind) ? (USERS[kind] ?? []) : [];
}
