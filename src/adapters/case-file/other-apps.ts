import { defined } from '../../core/model/defined.ts';
import { at, type Json, stringAt } from '../../core/model/json.ts';
import type { OtherApp } from '../../core/model/observation.ts';
import type { ResourceRef } from '../../core/model/resource-ref.ts';
import { type Context, entries, nameOf, textOf } from './loose.ts';

/* Cases tell of other applications in three ways: by list, by Argo CD, or by the name of the one that tracks it. */

export function otherAppsOf(context: Context, ref: ResourceRef, appName: string): readonly OtherApp[] | undefined {
  const keys = ['otherApps', 'argocdInstances', 'trackedInApp'].filter((key) => Object.hasOwn(context, key));
  if (keys.length === 0) return undefined;
  const others = entries(context.otherApps).map((entry) => otherApp(entry, ref));
  // a list of resources says what this app tracks; a bare name says which other app does
  const tracked = entries(context.trackedInApp)
    .filter((entry) => stringAt(entry, 'kind') === undefined)
    .map(nameOf)
    .filter((name) => name !== '' && name !== appName);
  return [
    ...others,
    ...entries(context.argocdInstances).flatMap((instance) => appsOfInstance(instance, ref, appName)),
    ...tracked.map((name) => ({ name, rendersIt: true, everythingWantsPruning: false })),
  ];
}

function otherApp(value: Json, ref: ResourceRef, instance?: string): OtherApp {
  const rendered = [
    ...entries(at(value, 'renders')),
    ...entries(at(value, 'resources')),
    ...entries(at(value, 'manages')),
  ];
  const prune = at(value, 'automated', 'prune') ?? at(value, 'prune') ?? at(value, 'syncPolicy', 'automated', 'prune');
  return {
    name: nameOf(value),
    ...defined({ instance }),
    rendersIt: rendered.some((entry) => isNamed(entry, ref)),
    ...(typeof prune === 'boolean' ? { prune } : {}),
    everythingWantsPruning: at(value, 'requiresPruning') === 'all',
  };
}

/** Apps of another Argo CD count by their own names, even when they are called like ours. */
function appsOfInstance(value: Json, ref: ResourceRef, appName: string): readonly OtherApp[] {
  const instance = stringAt(value, 'name') ?? stringAt(value, 'namespace') ?? textOf(value);
  const apps = [...entries(at(value, 'apps')), ...entries(at(value, 'applications')), ...entries(at(value, 'app'))];
  const read = apps.map((app) => otherApp(app, ref, instance));
  if (read.length > 0) return read;
  const own = otherApp(value, ref, instance);
  return [{ ...own, name: own.name === '' ? appName : own.name }];
}

function isNamed(value: Json, ref: ResourceRef): boolean {
  if (value === true) return true;
  if (typeof value === 'string') return value === ref.name || value.endsWith(`${ref.kind}/${ref.name}`);
  const namespace = stringAt(value, 'namespace');
  return (
    stringAt(value, 'name') === ref.name &&
    (stringAt(value, 'kind') ?? ref.kind) === ref.kind &&
    (namespace === undefined || namespace === '' || ref.namespace === '' || namespace === ref.namespace)
  );
}
