import { trackingAppOf } from '../../drift/tracking.ts';
import { isEqual } from '../../model/equal.ts';
import { at, isObject, type JsonObject, listAt, type Manifest, stringAt } from '../../model/json.ts';
import type { AppState, InstanceState } from '../../model/observation.ts';
import { historyDigest } from './digest.ts';
import { inverseOf } from './merge-patch.ts';
import { hookObstacle, type Rendered } from './partial-sync.ts';
import { applicationRef, type PlanFrame, type Step } from './plan.ts';
import { guardOf, type Planned, planned, presentOf } from './planner.ts';
import { tierOf } from './tier.ts';

export interface RollbackSubject extends Rendered {
  readonly instance: InstanceState;
  /** The Application object; undefined: it could not be read. */
  readonly application: Manifest | null | undefined;
}

/**
 * Back to the release before. Argo CD refuses while auto-sync is on, and syncs forward at once where it is switched on
 * again: so the run suspends it, and only a restore brings it back.
 */
export function planRollback(frame: PlanFrame, subject: RollbackSubject, digestKey = ''): Planned {
  const target = applicationRef(subject.app.ref);
  const because = obstacleTo(subject);
  const entry = earlierRelease(subject.app);
  const present = presentOf({ live: subject.application });
  if (because !== undefined) return planned(frame, 'rollback', [{ target, because }]);
  if ('because' in present) return planned(frame, 'rollback', [{ target, because: present.because }]);
  if (entry?.id === undefined)
    return planned(frame, 'rollback', [{ target, because: 'Argo CD’s history has no earlier release' }]);
  const rollback: Step = {
    verb: 'rollback',
    target,
    version: 'v1alpha1',
    guard: { uid: '', digest: historyDigest(entry), mutated: [] },
    historyId: entry.id,
    check: 'settled',
    undo: {
      how: 'none',
      because: 'sync the app to come forward again; switched on again, auto-sync does so by itself',
    },
    tier: tierOf('rollback'),
    usedBy: [],
    effects: [
      `the app goes back to ${entry.revisions.join(', ')}, deployed ${entry.deployedAt ?? 'at an unknown time'}; nothing is pruned`,
    ],
  };
  return planned(frame, 'rollback', [...suspension(present.live, digestKey, target), rollback]);
}

function obstacleTo(subject: RollbackSubject): string | undefined {
  const { app, instance, application } = subject;
  if (app.sources.length > 1) return 'the app has several sources: revert in Git';
  const owner = listAt(application ?? {}, 'metadata', 'ownerReferences').find(
    (reference) => stringAt(reference, 'kind') === 'ApplicationSet',
  );
  if (owner !== undefined)
    return `ApplicationSet/${stringAt(owner, 'name') ?? '?'} makes the app and would take the change back: revert in Git`;
  const parent = trackingAppOf(application ?? null, instance);
  if (parent !== undefined) return `the app is managed by ${parent}, which would take the change back: revert in Git`;
  const hooks = hookObstacle(subject, 'a rollback');
  if (hooks !== undefined) return `${hooks}: revert in Git`;
  return subject.rendered ? undefined : 'hooks of this app could not be checked, and a rollback skips them';
}

/** The newest one that is not what runs now. */
function earlierRelease({ history = [] }: AppState): NonNullable<AppState['history']>[number] | undefined {
  const current = history.at(-1);
  return history.findLast(({ id, revisions }) => id !== undefined && !isEqual(revisions, current?.revisions));
}

function suspension(application: Manifest, digestKey: string, target: Step['target']): readonly Step[] {
  const automated = at(application, 'spec', 'syncPolicy', 'automated');
  if (!isObject(automated) || at(automated, 'enabled') === false) return [];
  const patch: JsonObject = { spec: { syncPolicy: { automated: null } } };
  return [
    {
      verb: 'patch',
      target,
      version: 'v1alpha1',
      guard: guardOf(application, [], digestKey),
      patch,
      check: 'written',
      undo: { how: 'patch', patch: inverseOf(application, patch) },
      tier: tierOf('patch'),
      usedBy: [],
      effects: ['auto-sync is suspended and stays so: it would sync forward at once. Restore switches it on again'],
    },
  ];
}
