import { compare } from '../compare/compare.ts';
import { foreignWriter, isHuman } from '../diff/writers.ts';
import type { ResourceObservation } from '../facts/observation.ts';
import { readManagedFields } from '../kubernetes/managed-fields.ts';
import type { Change, Writer } from '../model/change.ts';
import { isObject, type Json, type Manifest } from '../model/json.ts';
import type { AppState, ResourceStatus } from '../model/observation.ts';
import { child, type Pointer } from '../model/pointer.ts';

/*
 * Ghosts: what a person wrote in an object which Argo CD shows as Synced. It compares only what Git declares and no ignore
 * rule hides, so its verdict cannot show them.
 */

/** Where an edit past Git does the most: what runs, who may do what, and Argo CD's own objects. */
const SWEPT: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'batch/CronJob',
  'argoproj.io/Rollout',
  'argoproj.io/Application',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/RoleBinding',
]);

/** Objects that Argo CD has nothing to say about: those that drift are looked at anyway. */
export function sweepable({ resources }: AppState): readonly ResourceStatus[] {
  return resources.filter(
    ({ group, kind, status, hook }) => SWEPT.has(`${group}/${kind}`) && status === 'Synced' && !hook,
  );
}

/** A cheap first look, by the writers alone: is it worth fetching what Git declares? */
export function isTouchedByHand(live: Manifest, app: AppState): boolean {
  const { writers } = readManagedFields(live);
  return writers.some((writer) => isByHand(writer, writers, app));
}

export function hasGhosts(app: AppState, resource: ResourceObservation): boolean {
  const { changes, managed } = compare({ app, resource });
  return changes.some((change) => {
    const writer = foreignWriter(change);
    return writer !== undefined && isByHand(writer, managed.writers, app) && !isRestart(change);
  });
}

/**
 * A person's client that did not make the object. Whoever made it by hand before Argo CD took it over is its creator,
 * not its editor, unless they came back after the last sync.
 */
function isByHand({ manager, time }: Writer, writers: readonly Writer[], app: AppState): boolean {
  if (!isHuman(manager)) return false;
  return writers.at(-1)?.manager !== manager || isAfter(time, lastSyncOf(app));
}

export function lastSyncOf({ operation, history }: AppState): string | undefined {
  return operation?.finishedAt ?? history?.at(-1)?.deployedAt;
}

/** An unknown time counts as new: writes through /scale have none. */
export function isAfter(time: string | undefined, sync: string | undefined): boolean {
  return time === undefined || sync === undefined || time > sync;
}

const RESTARTED = /\/(kubectl\.kubernetes\.io~1restartedAt|spec\/restartAt)$/;

/** `kubectl rollout restart` and its like leave a stamp and change nothing else. */
function isRestart({ path, live }: Change): boolean {
  const stamps = leavesOf(path, live ?? null);
  return stamps.length > 0 && stamps.every((leaf) => RESTARTED.test(leaf));
}

function leavesOf(path: Pointer, value: Json): readonly Pointer[] {
  if (value === null) return [];
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(child(path, key), inner));
}
