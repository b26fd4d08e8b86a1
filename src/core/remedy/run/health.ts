import type { AppRef, AppState } from '../../model/observation.ts';
import { isSame, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';

/** Health of one app before the first step: what later checks are compared with. */
export interface AppHealth {
  readonly app: AppRef;
  readonly status: string;
  /** Without the objects that the plan deletes: see docs/facts.md#deletion-is-progress. */
  readonly resources: readonly { readonly ref: ResourceRef; readonly status: string }[];
}

/** Argo CD's own order (gitops-engine, pkg/health), best first. */
const BEST_FIRST = ['Healthy', 'Suspended', 'Progressing', 'Missing', 'Degraded', 'Unknown'];
const MAX_NAMED = 3;

/**
 * What is worse than at the start, in words; undefined: nothing is. By resource, because the app's own health counts the
 * plan's objects too; by app only where Argo CD knows no resource's health. What was not there before counts as well then.
 */
export function worseHealth(before: readonly AppHealth[], now: readonly AppHealth[]): string | undefined {
  const worse = now.flatMap((app) => {
    const earlier = before.find(({ app: other }) => isSameApp(other, app.app));
    return earlier === undefined ? [] : worseIn(earlier, app);
  });
  if (worse.length === 0) return undefined;
  const named = worse.slice(0, MAX_NAMED).join('; ');
  return worse.length > MAX_NAMED ? `${named}; and ${worse.length - MAX_NAMED} more` : named;
}

function worseIn(before: AppHealth, now: AppHealth): readonly string[] {
  if (before.resources.length === 0 && now.resources.length === 0)
    return isWorse(before.status, now.status) ? [`${now.app.name} turned ${now.status}`] : [];
  return now.resources.flatMap(({ ref, status }) => {
    const earlier = before.resources.find((other) => isSame(other.ref, ref))?.status ?? 'Healthy';
    return isWorse(earlier, status) ? [`${kindAndName(ref)} of ${now.app.name} turned ${status}`] : [];
  });
}

function isWorse(before: string, now: string): boolean {
  return BEST_FIRST.indexOf(now) > BEST_FIRST.indexOf(before);
}

function isSameApp(one: AppRef, other: AppRef): boolean {
  return one.namespace === other.namespace && one.name === other.name;
}

/** What Argo CD says of an app's health, without the objects that a plan deletes. */
export function healthOf({ ref, health, resources }: AppState, going: readonly ResourceRef[]): AppHealth {
  return {
    app: ref,
    status: health.status,
    resources: resources
      .filter((resource) => !going.some((target) => isSame(target, resource)))
      .flatMap(({ group, kind, namespace, name, health: own }) =>
        own === undefined ? [] : [{ ref: { group, kind, namespace, name }, status: own.status }],
      ),
  };
}

/** Something progresses that did not before: too early to judge. */
export function isSettling(before: readonly AppHealth[], now: readonly AppHealth[]): boolean {
  const earlier = progressing(before);
  return [...progressing(now)].some((what) => !earlier.has(what));
}

/** Something is worse, and not on its way: waiting for the others would change nothing. */
export function hasFailed(before: readonly AppHealth[], now: readonly AppHealth[]): boolean {
  const settled = now.map((app) => ({
    ...app,
    resources: app.resources.filter(({ status }) => status !== 'Progressing'),
  }));
  return worseHealth(before, settled) !== undefined;
}

function progressing(apps: readonly AppHealth[]): ReadonlySet<string> {
  return new Set(
    apps.flatMap(({ app, resources }) =>
      resources
        .filter(({ status }) => status === 'Progressing')
        .map(({ ref }) => JSON.stringify([app.namespace, app.name, ref.group, ref.kind, ref.namespace, ref.name])),
    ),
  );
}

/** Two checks found the same. */
export function isSameHealth(one: readonly AppHealth[] | undefined, other: readonly AppHealth[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
