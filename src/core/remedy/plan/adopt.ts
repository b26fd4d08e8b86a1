import { otherHolderOf } from '../../drift/authorship.ts';
import { annotation } from '../../drift/subject.ts';
import {
  formatTrackingId,
  INSTALLATION_ID,
  instanceLabelKey,
  instanceNameOf,
  TRACKING_ID,
} from '../../drift/tracking.ts';
import { defined } from '../../model/defined.ts';
import { type JsonObject, listAt, type Manifest, stringAt } from '../../model/json.ts';
import type { AppState, InstanceState, TrackingMethod } from '../../model/observation.ts';
import { isCustomResourceDefinition, kindAndName } from '../../model/resource-ref.ts';
import { inverseOf, isPatched } from './merge-patch.ts';
import type { Excluded, PlanFrame, Step } from './plan.ts';
import { guardOf, type Planned, planned, type ReadObject, unreadable } from './planner.ts';
import { tierOf } from './tier.ts';

/** An object that Argo CD does not take for the app's. */
export interface Adoptee extends ReadObject {
  /** null = not in Git. */
  readonly target: Manifest | null;
}

const LONGEST_LABEL = 63;

/** Writes what Argo CD tracks by, as the instance is configured, and says what of it Argo CD will not read. */
export function planAdopt(
  frame: PlanFrame,
  { app, instance }: { readonly app: AppState; readonly instance: InstanceState },
  adoptees: readonly Adoptee[],
  digestKey = '',
): Planned {
  return planned(
    frame,
    'adopt',
    adoptees.map((adoptee) => adopt(adoptee, app, instance, digestKey)),
  );
}

function adopt(adoptee: Adoptee, app: AppState, instance: InstanceState, digestKey: string): Step | Excluded {
  const { ref, version, live, mutated } = adoptee;
  if (live === undefined) return { target: ref, because: unreadable(adoptee) };
  if (live === null) return { target: ref, because: 'it is not there' };
  const because = obstacleTo({ ...adoptee, live }, app, instance);
  if (because !== undefined) return { target: ref, because };
  const patch = trackingPatch(adoptee, app, instance);
  if (isPatched(live, patch)) return { target: ref, because: 'it is adopted already' };
  const verb = methodOf(instance) === 'label' ? 'label' : 'annotate';
  return {
    verb,
    target: ref,
    version,
    guard: guardOf(live, mutated, digestKey),
    patch,
    check: 'written',
    undo: { how: 'patch', patch: inverseOf(live, patch) },
    tier: tierOf(verb),
    usedBy: [],
    effects: [...notRead(instance), ...pruned(adoptee)],
  };
}

function methodOf({ trackingMethod }: InstanceState): TrackingMethod {
  return trackingMethod ?? 'annotation';
}

function obstacleTo(
  { ref, live, target }: Adoptee & { readonly live: Manifest },
  app: AppState,
  instance: InstanceState,
): string | undefined {
  if (isCustomResourceDefinition(ref))
    return 'Argo CD neither writes nor reads tracking on a CRD: it would close nothing';
  if (stringAt(live, 'metadata', 'uid') === undefined) return 'it has no uid to hold on to';
  const name = instanceNameOf(app, instance);
  const other = otherHolderOf(live, app, instance);
  if (other !== undefined)
    return 'app' in other
      ? `it belongs to ${other.app}: settle first which app keeps it`
      : `it belongs to another Argo CD (installation ${other.installation})`;
  if (methodOf(instance) === 'label' && name.length > LONGEST_LABEL)
    return `the app’s name is longer than the ${LONGEST_LABEL} characters of a label, by which this Argo CD tracks`;
  if (target !== null) return undefined;
  if (listAt(live, 'metadata', 'ownerReferences').length > 0)
    return 'another object owns it: Argo CD leaves what is owned and not in Git to its owner';
  return app.autoSync.enabled && app.autoSync.prune
    ? 'it is not in Git and the app prunes by itself: adopted, it would be deleted. Add it to Git first'
    : undefined;
}

function trackingPatch({ ref, target }: Adoptee, app: AppState, instance: InstanceState): JsonObject {
  const method = methodOf(instance);
  const id = annotation(target, TRACKING_ID) ?? formatTrackingId(app, instance, ref);
  const annotations: JsonObject = {
    ...(method === 'label' ? {} : { [TRACKING_ID]: id }),
    ...defined({ [INSTALLATION_ID]: instance.installationId }),
  };
  const labels: JsonObject =
    method === 'annotation'
      ? {}
      : { [instanceLabelKey(instance)]: instanceNameOf(app, instance).slice(0, LONGEST_LABEL) };
  return {
    metadata: {
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
  };
}

function pruned({ ref, target }: Adoptee): readonly string[] {
  if (target !== null) return [];
  return [`${kindAndName(ref)} is not in Git: once adopted, a sync with pruning deletes it`];
}

/** Argo CD's `GetAppName` (util/argo/resource_tracking.go) reads one of them, by method. */
function notRead(instance: InstanceState): readonly string[] {
  const label = instanceLabelKey(instance);
  switch (methodOf(instance)) {
    case 'annotation':
      return [`Argo CD tracks by annotation: it does not read the label ${label}`];
    case 'annotation+label':
      return [`Argo CD reads the annotation; the label ${label} is for people and cut at ${LONGEST_LABEL} characters`];
    case 'label':
      return [
        `Argo CD tracks by label: it does not read ${TRACKING_ID}` +
          (instance.installationId === undefined ? '' : `, nor ${INSTALLATION_ID}`),
      ];
  }
}
