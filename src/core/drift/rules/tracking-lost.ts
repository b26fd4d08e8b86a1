import { defined } from '../../model/defined.ts';
import type { FixDraft } from '../../model/fix.ts';
import { isCustomResourceDefinition } from '../../model/resource-ref.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { annotation, controllerBehind, isStrangerToArgoCd, isWrittenByArgoCd, pathsOf } from '../subject.ts';
import {
  expectedAppOf,
  formatTrackingId,
  INSTALLATION_ID,
  instanceLabelKey,
  instanceNameOf,
  isTrackingPath,
  TRACKING_ID,
  trackingAppOf,
} from '../tracking.ts';

/** The tracking id or label is missing or names an application that is not there: to Argo CD the object is a stranger's. */
export const trackingLost = resourceRule({
  id: 'tracking-lost',
  title: 'The tracking id is missing or foreign',
  driftClass: 'untracked',
  needs: [],

  claim(subject) {
    const { resource, instance, changes } = subject;
    if (resource.target === null || resource.live === null) return undefined;
    const tracking = changes.filter(({ path, desired }) => isTrackingPath(path, instance) && desired !== undefined);
    if (tracking.length === 0 && !isWarnedOf(subject)) return undefined;
    const stranger = isStrangerToArgoCd(subject);
    const controller = controllerBehind(subject);
    const stripped = stranger && controller !== undefined;
    const claimed = stranger && !stripped ? changes : tracking;
    const holder = trackingAppOf(resource.live, instance);
    return {
      changes: claimed,
      owner: stripped ? controller : (holder ?? subject.comparison.managed.writers.at(-1)?.manager ?? ''),
      cause: stripped
        ? `${controller} strips the tracking id`
        : holder === undefined
          ? 'never adopted'
          : 'tracking id of another application',
      confidence: 'certain',
      evidence: [
        {
          source: 'live',
          says:
            holder === undefined
              ? 'the live object carries no tracking id of this application'
              : `the tracking id names ${holder}`,
        },
        ...(stranger
          ? [{ source: 'managed-fields' as const, says: 'argocd-controller is not among the writers' }]
          : []),
        ...(stripped ? [{ source: 'managed-fields' as const, says: `${controller} writes the whole object` }] : []),
      ],
      fixes: stripped
        ? leaveToOwner(subject, controller)
        : isCustomResourceDefinition(resource.ref)
          ? keepLabelOut(subject)
          : adopt(subject),
    };
  },
});

/** Argo CD warns of another owner that does not exist: a label from a chart, or an app that is gone. */
function isWarnedOf({ app, instance, resource, comparison }: Subject): boolean {
  const holder = trackingAppOf(resource.live, instance);
  if (comparison.changes.length > 0 || holder === undefined || holder === expectedAppOf(resource.target, app, instance))
    return false;
  const name = `${resource.ref.kind}/${resource.ref.name} `;
  return app.conditions.some(({ type, message }) => type === 'SharedResourceWarning' && message.startsWith(name));
}

function leaveToOwner({ resource, changes }: Subject, controller: string): readonly FixDraft[] {
  return [
    {
      kind: 'drop-from-git',
      paths: [''],
      detail: `take ${resource.ref.kind}/${resource.ref.name} out of Git: ${controller} creates and rewrites it itself`,
    },
    { kind: 'ignore-narrow', paths: pathsOf(changes) },
  ];
}

/** CRDs are not stamped by Argo CD: a label that a chart wrote is all it sees. */
function keepLabelOut({ instance, changes }: Subject): readonly FixDraft[] {
  return [
    {
      kind: 'ignore-narrow',
      paths: pathsOf(changes),
      detail: `the chart’s own ${instanceLabelKey(instance)} label is read as ownership: track by annotation (application.resourceTrackingMethod) or use another instanceLabelKey`,
    },
    { kind: 'fix-manifest', paths: pathsOf(changes), detail: 'or keep that label off the CRD' },
  ];
}

/** By the instance's method: the annotation, the label or both, and the installation id where one is configured. */
function adopt(subject: Subject): readonly FixDraft[] {
  const { app, instance, resource } = subject;
  const method = instance.trackingMethod ?? 'annotation';
  const id = annotation(resource.target, TRACKING_ID) ?? formatTrackingId(app, instance, resource.ref);
  const annotations = {
    ...(method === 'label' ? {} : { [TRACKING_ID]: id }),
    ...defined({ [INSTALLATION_ID]: instance.installationId }),
  };
  const labels =
    method === 'annotation' ? {} : { [instanceLabelKey(instance)]: instanceNameOf(app, instance).slice(0, 63) };
  const words = [...Object.entries(annotations), ...Object.entries(labels)]
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
  return [
    {
      kind: 'adopt',
      paths: [''],
      metadata: { annotations, labels },
      detail: `write ${words} on the live object${isWrittenByArgoCd(subject) ? '' : ', then sync it once'}`,
    },
    { kind: 'sync', paths: [''], detail: 'a sync of this resource writes the same' },
  ];
}
