import { at, type JsonObject, type Manifest, stringAt } from '../../model/json.ts';
import { groupKind, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';
import { isPatched } from './merge-patch.ts';
import type { Excluded, PlanFrame, Step } from './plan.ts';
import { guardOf, type Planned, planned, presentOf, type ReadObject } from './planner.ts';
import { tierOf } from './tier.ts';

/** As `kubectl rollout restart` does it; the time is the plan's, so that asking twice restarts once. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';

const RESTARTABLE = new Set(['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet']);

export function isRestartable(ref: ResourceRef): boolean {
  return RESTARTABLE.has(groupKind(ref));
}

export function planRestart(frame: PlanFrame, workloads: readonly ReadObject[], digestKey = ''): Planned {
  return planned(
    frame,
    'restart',
    workloads.map((workload) => stepOf(workload, frame.plannedAt, digestKey)),
  );
}

function stepOf(workload: ReadObject, plannedAt: string, digestKey: string): Step | Excluded {
  const { ref: target, version, mutated } = workload;
  if (!isRestartable(target)) return { target, because: `a ${target.kind} has no rolling restart` };
  const present = presentOf(workload);
  if ('because' in present) return { target, because: present.because };
  const { live } = present;
  if (at(live, 'spec', 'paused') === true) return { target, because: 'its rollout is paused' };
  const patch: JsonObject = { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: plannedAt } } } } };
  if (isPatched(live, patch)) return { target, because: 'it is restarted already' };
  return {
    verb: 'restart',
    target,
    version,
    guard: guardOf(live, mutated, digestKey),
    patch,
    check: 'written',
    undo: { how: 'none', because: 'pods that ended do not come back' },
    tier: tierOf('restart'),
    usedBy: [],
    effects: [`${kindAndName(target)}: ${replacementOf(live)}`],
  };
}

function replacementOf(live: Manifest): string {
  const strategy = stringAt(live, 'spec', 'strategy', 'type') ?? stringAt(live, 'spec', 'updateStrategy', 'type');
  if (strategy === 'Recreate') return 'all pods end at once, then new ones start';
  if (strategy === 'OnDelete') return 'pods are replaced only as somebody deletes them';
  return 'pods are replaced by a rolling update';
}
