import { applyDifferences } from '../../diff/apply.ts';
import { looksSecret } from '../../mask/mask.ts';
import type { Change } from '../../model/change.ts';
import { isEqual } from '../../model/equal.ts';
import { isObject, type JsonObject, type Manifest } from '../../model/json.ts';
import type { AppState } from '../../model/observation.ts';
import { resolve } from '../../model/pointer.ts';
import { isSecret } from '../../model/resource-ref.ts';
import { inverseOf, patchBetween } from './merge-patch.ts';
import type { Excluded, PlanFrame, Step } from './plan.ts';
import { guardOf, type Planned, planned, presentOf, type ReadObject } from './planner.ts';
import { tierOf } from './tier.ts';

/** An object that somebody edited, and where. */
export interface Edited extends ReadObject {
  /** As the finding has them; their values may be masked. */
  readonly changes: readonly Change[];
}

/** Sets exactly the edited fields back to what Git says, through Kubernetes. Lists are replaced as a whole. */
export function planRevert(
  frame: PlanFrame,
  app: Pick<AppState, 'autoSync'>,
  objects: readonly Edited[],
  digestKey = '',
): Planned {
  return planned(
    frame,
    'revert',
    objects.map((object) => stepOf(object, app, digestKey)),
  );
}

function stepOf(object: Edited, app: Pick<AppState, 'autoSync'>, digestKey: string): Step | Excluded {
  const { ref: target, version, mutated, changes } = object;
  const present = presentOf(object);
  if ('because' in present) return { target, because: present.because };
  const { live } = present;
  if (isSecret(target)) return { target, because: 'a Secret’s values are in no plan: sync it instead' };
  const reverted = revertedOf(live, changes);
  if (reverted === undefined) return { target, because: 'it has changed since it was looked at' };
  const patch = patchBetween(live, reverted);
  if (patch === undefined) return { target, because: 'it is as Git says already' };
  const undo = inverseOf(live, patch);
  if (looksSecret(patch) || looksSecret(undo))
    return { target, because: 'a value looks like a secret, and no plan holds one: sync it instead' };
  return {
    verb: 'patch',
    target,
    version,
    guard: guardOf(live, mutated, digestKey),
    patch,
    check: 'written',
    undo: { how: 'patch', patch: undo },
    tier: tierOf('patch'),
    usedBy: [],
    effects: effectsOf(app),
  };
}

/** undefined: the edit is not what is there now. Masked values prove nothing, and are refused later. */
function revertedOf(live: Manifest, changes: readonly Change[]): JsonObject | undefined {
  const isStale = changes.some(
    (change) => !isEqual(resolve(live, change.path), change.live) && !looksSecret(asObject(change)),
  );
  const reverted = isStale ? undefined : applyDifferences(live, changes);
  return isObject(reverted) ? reverted : undefined;
}

function asObject({ desired, live }: Change): JsonObject {
  return { desired: desired ?? null, live: live ?? null };
}

function effectsOf({ autoSync }: Pick<AppState, 'autoSync'>): readonly string[] {
  if (!autoSync.enabled) return ['auto-sync is off: nothing else of the app changes'];
  return autoSync.selfHeal
    ? ['self-heal is on: Argo CD would set it back by itself, and undoes a restore']
    : ['auto-sync is on without self-heal: Argo CD leaves such edits until Git changes'];
}
