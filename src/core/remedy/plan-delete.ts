import { hookOf } from '../drift/hooks.ts';
import { type Manifest, stringAt } from '../model/json.ts';
import { groupKind, kindAndName, type ResourceRef } from '../model/resource-ref.ts';
import { assemblePlan } from './assemble-plan.ts';
import { runsOnce } from './hook-state.ts';
import { objectDigest } from './object-digest.ts';
import type { Excluded, Plan, PlanFrame, Step, Undo } from './plan.ts';
import { tierOfDelete } from './tier.ts';
import { type Candidate, proveUnused, type Unused } from './usage-proof.ts';

export interface DeletePlan {
  /** Undefined: nothing may be deleted; `excluded` says why. */
  readonly plan: Plan | undefined;
  readonly excluded: readonly Excluded[];
}

/** Leftovers and finished hooks: what is used by nobody, one object at a time, in an order that breaks nothing. */
export function planDelete(
  frame: PlanFrame,
  kind: 'delete-zombies' | 'delete-hooks',
  candidates: readonly Candidate[],
): DeletePlan {
  const strangers = kind === 'delete-hooks' ? candidates.filter(isNoHook) : [];
  const proof = proveUnused(candidates.filter((candidate) => !strangers.includes(candidate)));
  const excluded = [...strangers.map(({ ref }) => ({ target: ref, because: 'it is no hook' })), ...proof.excluded];
  const steps = proof.unused.map(deleteStep);
  return { plan: assemblePlan(frame, { kind, steps, excluded }), excluded };
}

function isNoHook({ live }: Candidate): boolean {
  return live !== null && live !== undefined && hookOf(live) === undefined;
}

function deleteStep({ ref, live, candidate, referrers }: Unused): Step {
  return {
    verb: 'delete',
    target: ref,
    version: candidate.version,
    guard: {
      uid: stringAt(live, 'metadata', 'uid') ?? '',
      digest: objectDigest(live, candidate.mutated),
      mutated: candidate.mutated,
    },
    check: 'gone',
    undo: undoOf(ref),
    tier: tierOfDelete(ref, live),
    usedBy: referrers.map(({ group, kind, namespace, name }) => ({ group, kind, namespace, name })),
    effects: effectsOf(ref, live),
  };
}

const NOT_RESTORABLE: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: 'its data and its volume’s claim are in no bundle',
  PersistentVolume: 'its data is in no bundle',
};

const NOTES: Readonly<Record<string, string>> = {
  Service: 'it keeps its cluster IP only if that is still free',
  ServiceAccount: 'tokens that were issued for it stay invalid',
};

function undoOf(ref: ResourceRef): Undo {
  const kind = groupKind(ref);
  if (runsOnce(ref.kind)) return { how: 'none', because: 'created again, it would run again' };
  const because = Object.hasOwn(NOT_RESTORABLE, kind) ? NOT_RESTORABLE[kind] : undefined;
  if (because !== undefined) return { how: 'none', because };
  return { how: 'recreate', note: (Object.hasOwn(NOTES, kind) ? NOTES[kind] : undefined) ?? '' };
}

/** What a delete does besides removing the object. */
const SIDE_EFFECTS: Readonly<Record<string, string>> = {
  'apps/Deployment': 'its pods end',
  'apps/StatefulSet': 'its pods end',
  'apps/DaemonSet': 'its pods end',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': 'the API server stops to ask this webhook',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': 'the API server stops to ask this webhook',
  PersistentVolumeClaim: 'its volume may be deleted with it',
};

function effectsOf(ref: ResourceRef, live: Manifest): readonly string[] {
  const kind = groupKind(ref);
  const effect = Object.hasOwn(SIDE_EFFECTS, kind) ? SIDE_EFFECTS[kind] : undefined;
  return [
    ...(effect === undefined ? [] : [`${kindAndName(ref)}: ${effect}`]),
    ...(hookOf(live) === undefined ? [] : [`${kindAndName(ref)} is a hook: it comes back with the next sync`]),
  ];
}
