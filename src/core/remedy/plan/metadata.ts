import { annotation } from '../../drift/subject.ts';
import { looksSecret } from '../../mask/mask.ts';
import type { JsonObject, Manifest } from '../../model/json.ts';
import { inverseOf, isPatched } from './merge-patch.ts';
import type { Excluded, PlanFrame, Step } from './plan.ts';
import { guardOf, type Planned, planned, presentOf, type ReadObject } from './planner.ts';
import { tierOf } from './tier.ts';

/** An object and what to write on it; null removes. */
export interface Marked extends ReadObject {
  readonly values: Readonly<Record<string, string | null>>;
  readonly effects: readonly string[];
}

/** Writes labels or annotations, and nothing else. */
export function planMetadata(
  frame: PlanFrame,
  verb: 'label' | 'annotate',
  objects: readonly Marked[],
  digestKey = '',
): Planned {
  return planned(
    frame,
    verb,
    objects.map((object) => stepOf(object, verb, digestKey)),
  );
}

function stepOf(object: Marked, verb: 'label' | 'annotate', digestKey: string): Step | Excluded {
  const { ref: target, version, mutated, values, effects } = object;
  const present = presentOf(object);
  if ('because' in present) return { target, because: present.because };
  const patch: JsonObject = { metadata: { [verb === 'label' ? 'labels' : 'annotations']: values } };
  const undo = inverseOf(present.live, patch);
  if (isPatched(present.live, patch)) return { target, because: 'it is written already' };
  if (looksSecret(patch) || looksSecret(undo)) return { target, because: 'the value looks like a secret' };
  return {
    verb,
    target,
    version,
    guard: guardOf(present.live, mutated, digestKey),
    patch,
    check: 'written',
    undo: { how: 'patch', patch: undo },
    tier: tierOf(verb),
    usedBy: [],
    effects,
  };
}

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/** Argo CD reads the option from the live object when it prunes: whoever stops rendering it, it stays. */
export function keepFromPruning(object: ReadObject): Marked {
  const stated = optionsOf(object.live);
  const options = [...stated.filter((option) => !/^Prune=/.test(option)), 'Prune=false'];
  return {
    ...object,
    values: { [SYNC_OPTIONS]: options.join(',') },
    effects: [
      'Argo CD prunes it no more, whichever application stops rendering it; take the option away once one owner is left',
    ],
  };
}

function optionsOf(live: Manifest | null | undefined): readonly string[] {
  return (annotation(live, SYNC_OPTIONS) ?? '')
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}
