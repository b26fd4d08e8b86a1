import type { AppState } from '../../model/observation.ts';
import { isSame, type ResourceRef } from '../../model/resource-ref.ts';
import { type AppHealth, worseHealth } from './health-baseline.ts';

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
export function isUnderWay(before: readonly AppHealth[], now: readonly AppHealth[]): boolean {
  const earlier = progressing(before);
  return [...progressing(now)].some((what) => !earlier.has(what));
}

/** Something is worse, and not on its way: waiting for the others would tell nothing else. */
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

/** Two looks saw the same. */
export function isSameHealth(one: readonly AppHealth[] | undefined, other: readonly AppHealth[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
