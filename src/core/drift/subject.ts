import { resolveAlong } from '../diff/parallel.ts';
import { isArgoCd, isController, isHuman } from '../diff/writers.ts';
import type { Change } from '../model/change.ts';
import { isEqual } from '../model/equal.ts';
import { type Json, type JsonObject, objectAt, stringAt } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import { type Pointer, parsePointer, resolve } from '../model/pointer.ts';
import type { AppSubject, Subject } from './rule.ts';

/* Questions that several rules ask of their subject. */

/** Values are shown in one line; what is longer is cut and says so. */
const MAX_SHOWN = 120;

export function show(value: Json | undefined): string {
  if (value === undefined) return '(absent)';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}

export function pathsOf(changes: readonly Change[]): readonly Pointer[] {
  return changes.map(({ path }) => path);
}

/** `/spec/a, /spec/b and 3 more`. */
export function listPaths(changes: readonly Change[], most = 4): string {
  const paths = pathsOf(changes);
  const rest = paths.length - most;
  return rest > 0 ? `${paths.slice(0, most).join(', ')} and ${rest} more` : paths.join(', ');
}

export function annotationsOf(manifest: JsonObject | null | undefined): JsonObject {
  return objectAt(manifest ?? {}, 'metadata', 'annotations');
}

export function labelsOf(manifest: JsonObject | null | undefined): JsonObject {
  return objectAt(manifest ?? {}, 'metadata', 'labels');
}

export function annotation(manifest: JsonObject | null | undefined, key: string): string | undefined {
  return stringAt(annotationsOf(manifest), key);
}

/** The object is in the cluster and not in Git, and nobody has claimed it yet. */
export function isOnlyLive({ resource, changes }: Pick<Subject, 'resource' | 'changes'>): boolean {
  return resource.target === null && resource.live !== null && changes.length > 0;
}

/** The object is in Git and not in the cluster, and nobody has claimed it yet. */
export function isOnlyGit({ resource, changes }: Pick<Subject, 'resource' | 'changes'>): boolean {
  return resource.live === null && resource.target !== null && changes.length > 0;
}

/** Argo CD is among those who wrote the object. False also when managedFields were not observed. */
export function isWrittenByArgoCd({ comparison }: Pick<Subject, 'comparison'>): boolean {
  return comparison.managed.writers.some(({ manager }) => isArgoCd(manager));
}

/** managedFields were observed and Argo CD is not among the writers: it never applied this object. */
export function isStrangerToArgoCd(subject: Pick<Subject, 'comparison'>): boolean {
  return subject.comparison.managed.observed && !isWrittenByArgoCd(subject);
}

/** The controller that writes the object outside its status, newest first. */
export function controllerBehind({ comparison }: Pick<Subject, 'comparison'>): string | undefined {
  return comparison.managed.writers.find(
    ({ manager, subresource }) => subresource === undefined && isController(manager),
  )?.manager;
}

/** The service account behind the newest audited write, unless it is Argo CD's own; undefined = a person, or nobody looked. */
export function auditedController({ resource }: Pick<Subject, 'resource'>): string | undefined {
  const newest = resource.facts.auditedWrites?.find(({ by }) => !isArgoCdAccount(by))?.by ?? '';
  return newest.startsWith('system:serviceaccount:') ? newest.split(':').slice(2).join('/') : undefined;
}

export function isArgoCdAccount(user: string): boolean {
  const [system, kind, , ...rest] = user.split(':');
  const name = rest.join(':');
  const role = ['application-controller', 'server'].find((ending) => name.endsWith(ending));
  if (system !== 'system' || kind !== 'serviceaccount' || role === undefined) return false;
  return name.slice(0, -role.length).includes('argocd');
}

/** The compared revision is not the one the last operation brought. Unknown revisions count as not ahead. */
export function isGitAhead({ sync, operation }: AppState): boolean {
  const compared = sync.revisions.filter((revision) => revision !== '');
  const synced = (operation?.revisions ?? []).filter((revision) => revision !== '');
  if (compared.length === 0 || synced.length === 0 || compared.length !== synced.length) return false;
  return compared.some((revision, index) => revision !== synced[index]);
}

/**
 * Last-applied says that the last sync applied what Git states now, or an earlier look saw the same difference at another
 * revision: whatever differs, Git did not change it. In a
 * repository of many apps every commit moves the compared revision, so the revision alone proves little.
 */
export function isUnchangedInGit(
  { comparison, resource }: Pick<Subject, 'comparison' | 'resource'>,
  { path, desired }: Change,
): boolean {
  const earlier = resource.facts.earlierChanges?.find((change) => change.path === path);
  if (earlier && (earlier.isUnsteady || isEqual(earlier.desired ?? null, desired ?? null))) return true;
  const { lastApplied } = comparison;
  if (lastApplied === undefined) return false;
  const applied = resolveAlong(lastApplied, resource.live ?? {}, parsePointer(path)) ?? resolve(lastApplied, path);
  return desired !== undefined && isEqual(applied, desired);
}

/** Git may have brought this very change since the last sync. */
export function mayBeNewInGit(subject: Subject, change: Change): boolean {
  return isGitAhead(subject.app) && !isUnchangedInGit(subject, change);
}

export function wasNeverSynced({ operation, history }: AppState): boolean {
  return operation === undefined && (history === undefined || history.length === 0);
}

/** The last operation succeeded at the very revision that is compared now: syncing again would change nothing. */
export function isSyncedAtThisRevision({ app }: AppSubject): boolean {
  const isKnown =
    app.sync.revisions.some((revision) => revision !== '') &&
    app.operation?.revisions.some((revision) => revision !== '');
  return app.operation?.phase === 'Succeeded' && isKnown === true && !isGitAhead(app);
}

/** A person wrote some part of the object after Argo CD's last write. */
export function isTouchedByPerson({ comparison }: Pick<Subject, 'comparison'>): boolean {
  const { writers } = comparison.managed;
  const argoAt = writers.findIndex(({ manager }) => isArgoCd(manager));
  return writers.some(({ manager }, index) => isHuman(manager) && (argoAt < 0 || index < argoAt));
}

/** The template is in a repository of ours, not in a chart that somebody else publishes. */
export function isTemplateOurs({ app }: AppSubject): boolean {
  return app.sources.some(({ path, chart }) => chart === undefined && path !== undefined);
}
