import { type Manifest, stringAt } from '../../model/json.ts';
import type { Pointer } from '../../model/pointer.ts';
import type { ResourceRef } from '../../model/resource-ref.ts';
import { assemblePlan } from './assemble.ts';
import { objectDigest } from './digest.ts';
import type { Excluded, Plan, PlanFrame, PlanKind, Step, StepGuard } from './plan.ts';

/** An object that somebody would like to change, as it was read from Kubernetes. */
export interface ReadObject {
  readonly ref: ResourceRef;
  readonly version: string;
  /** undefined: it could not be read. null: it is not there. Unmasked. */
  readonly live: Manifest | null | undefined;
  /** Why it could not be read, where that is known. */
  readonly problem?: string;
  /** Fields that a controller owns. */
  readonly mutated: readonly Pointer[];
}

export interface Planned {
  /** Undefined: nothing may be done; `excluded` says why. */
  readonly plan: Plan | undefined;
  readonly excluded: readonly Excluded[];
}

export function planned(frame: PlanFrame, kind: PlanKind, results: readonly (Step | Excluded)[]): Planned {
  const excluded = results.filter((result): result is Excluded => 'because' in result);
  const steps = results.filter((result): result is Step => 'verb' in result);
  return { plan: assemblePlan(frame, { kind, steps, excluded }), excluded };
}

/** The object, or why it cannot be planned with. */
export function presentOf(
  object: Pick<ReadObject, 'live' | 'problem'>,
): { readonly live: Manifest } | { readonly because: string } {
  const { live } = object;
  if (live === undefined) return { because: unreadable(object) };
  if (live === null) return { because: 'it is not there' };
  if (stringAt(live, 'metadata', 'uid') === undefined) return { because: 'it has no uid to hold on to' };
  if (stringAt(live, 'metadata', 'deletionTimestamp') !== undefined) return { because: 'it is being deleted' };
  return { live };
}

export function guardOf(live: Manifest, mutated: readonly Pointer[], digestKey: string): StepGuard {
  return { uid: stringAt(live, 'metadata', 'uid') ?? '', digest: objectDigest(live, mutated, digestKey), mutated };
}

export function unreadable({ problem }: Pick<ReadObject, 'problem'>): string {
  return problem === undefined ? 'it could not be read from its cluster' : `it could not be read: ${problem}`;
}
