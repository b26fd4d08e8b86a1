import { hookOf } from '../../drift/hooks.ts';
import { type Manifest, stringAt } from '../../model/json.ts';
import { groupKind, kindAndName, type ResourceRef } from '../../model/resource-ref.ts';
import { opensWhatOf } from './acting.ts';
import { assemblePlan } from './assemble.ts';
import { isHookOrFinishedRun, runsOnce } from './hook-state.ts';
import type { PlanFrame, Step, Undo } from './plan.ts';
import { guardOf, type Planned } from './planner.ts';
import { tierOfDelete } from './tier.ts';
import { type Candidate, proveUnused, type Unused } from './usage-proof.ts';

/** Leftovers and finished hooks: what is used by nobody, one object at a time, in an order that breaks nothing. */
export function planDelete(
  frame: PlanFrame,
  kind: 'delete-zombies' | 'delete-hooks',
  candidates: readonly Candidate[],
  digestKey = '',
): Planned {
  const strangers = kind === 'delete-hooks' ? candidates.filter(isNoHook) : [];
  const proof = proveUnused(candidates.filter((candidate) => !strangers.includes(candidate)));
  const excluded = [...strangers.map(({ ref }) => ({ target: ref, because: 'it is no hook' })), ...proof.excluded];
  const going = proof.unused.map(({ ref }) => ref);
  const steps = proof.unused.map((unused) => deleteStep(unused, going, digestKey));
  return { plan: assemblePlan(frame, { kind, steps, excluded }), excluded };
}

function isNoHook({ live }: Candidate): boolean {
  return live !== null && live !== undefined && !isHookOrFinishedRun(live);
}

function deleteStep(
  { ref, live, candidate, referrers }: Unused,
  going: readonly ResourceRef[],
  digestKey: string,
): Step {
  const opened = opensWhatOf(ref, live, going);
  return {
    verb: 'delete',
    target: ref,
    version: candidate.version,
    guard: guardOf(live, candidate.mutated, digestKey),
    check: 'gone',
    undo: undoOf(ref, live, candidate),
    tier: tierOfDelete(ref, live, opened !== undefined),
    usedBy: referrers
      .filter(({ isLoose }) => isLoose !== true)
      .map(({ group, kind, namespace, name }) => ({ group, kind, namespace, name })),
    effects: [...(opened === undefined ? [] : [opened]), ...effectsOf(ref, live, candidate)],
  };
}

function undoOf(ref: ResourceRef, live: Manifest, candidate: Candidate): Undo {
  const because = neverRestored(live) ?? dataLost(ref, candidate);
  return because === undefined ? { how: 'recreate', note: noteOf(live) ?? '' } : { how: 'none', because };
}

const NOTES: Readonly<Record<string, string>> = {
  Service: 'it keeps its cluster IP only if that is still free',
  ServiceAccount: 'tokens that were issued for it stay invalid',
  PersistentVolumeClaim:
    'its volume keeps the data, and the claim binds again once somebody clears the volume’s claimRef',
};

/** Why no bundle brings it back; undefined = one does. */
export function neverRestored(saved: Manifest): string | undefined {
  return runsOnce(stringAt(saved, 'kind') ?? '') ? 'created again, it would run again' : undefined;
}

/** What a restored object of this kind lacks. */
export function noteOf(saved: Manifest): string | undefined {
  const apiVersion = stringAt(saved, 'apiVersion') ?? '';
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const kind = groupKind({ group, kind: stringAt(saved, 'kind') ?? '' });
  return Object.hasOwn(NOTES, kind) ? NOTES[kind] : undefined;
}

/** What no bundle holds. A claim alone is worth restoring where its volume outlives it. */
function dataLost(ref: ResourceRef, { volumeReclaimPolicy }: Candidate): string | undefined {
  if (groupKind(ref) === 'PersistentVolume') return 'its data is in no bundle';
  if (groupKind(ref) !== 'PersistentVolumeClaim' || volumeReclaimPolicy === 'Retain') return undefined;
  return 'its data is in no bundle, and its volume is not retained';
}

/** What a delete does besides removing the object. */
const SIDE_EFFECTS: Readonly<Record<string, string>> = {
  'apps/Deployment': 'its pods end',
  'apps/StatefulSet': 'its pods end',
  'apps/DaemonSet': 'its pods end',
};

function effectsOf(ref: ResourceRef, live: Manifest, { volumeReclaimPolicy }: Candidate): readonly string[] {
  const kind = groupKind(ref);
  const effect = Object.hasOwn(SIDE_EFFECTS, kind) ? SIDE_EFFECTS[kind] : undefined;
  const isRetained = volumeReclaimPolicy === 'Retain';
  const ofVolume = isRetained ? 'its volume stays, without a claim' : 'its volume may be deleted with it';
  return [
    ...(effect === undefined ? [] : [`${kindAndName(ref)}: ${effect}`]),
    ...(kind === 'PersistentVolumeClaim' ? [`${kindAndName(ref)}: ${ofVolume}`] : []),
    ...(hookOf(live) === undefined ? [] : [`${kindAndName(ref)} is a hook: it comes back with the next sync`]),
  ];
}
