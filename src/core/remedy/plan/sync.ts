import { type Manifest, stringAt } from '../../model/json.ts';
import type { AutoSync } from '../../model/observation.ts';
import { isArgoCdKind, isSecret, kindAndName } from '../../model/resource-ref.ts';
import { objectDigest } from './digest.ts';
import { writesOfApply } from './field-writes.ts';
import { runsOnce } from './hook-state.ts';
import { partialSyncObstacle, type Rendered } from './partial-sync.ts';
import type { Excluded, PlanFrame, Step, Undo } from './plan.ts';
import { type Planned, planned, type ReadObject, unreadable } from './planner.ts';
import { tierOf } from './tier.ts';

/** A resource to sync. */
export interface SyncItem extends ReadObject {
  /** What Git renders for it, unmasked (`noMask`); null: nothing. undefined: Argo CD did not say. */
  readonly target: Manifest | null | undefined;
  /** Argo CD sees no difference. */
  readonly isInSync: boolean;
}

/**
 * One resource at a time, bound to what Git renders for it now: a revision that changes nothing about it voids nothing.
 * Not for an app whose hooks, waves or failed sync it would go round.
 */
export function planSync(frame: PlanFrame, subject: Rendered, items: readonly SyncItem[], digestKey = ''): Planned {
  const because = partialSyncObstacle(subject);
  return planned(
    frame,
    'sync',
    items.map((item) => {
      const step = stepOf(item, subject.app.autoSync, digestKey);
      return because === undefined || 'because' in step ? step : { target: item.ref, because };
    }),
  );
}

function stepOf(item: SyncItem, autoSync: AutoSync, digestKey: string): Step | Excluded {
  const { ref: target, version, live, mutated } = item;
  if (item.target === undefined) return { target, because: 'what Git renders for it could not be looked at' };
  if (item.target === null) return { target, because: 'Git does not render it: there is nothing to sync' };
  if (item.isInSync) return { target, because: 'Argo CD sees no difference: a sync changes nothing' };
  if (live === undefined) return { target, because: unreadable(item) };
  return {
    verb: 'sync',
    target,
    version,
    guard: {
      uid: stringAt(live, 'metadata', 'uid') ?? '',
      digest: objectDigest(item.target, mutated, digestKey),
      mutated,
    },
    check: 'settled',
    undo: undoOf(item, live),
    tier: tierOf('sync'),
    usedBy: [],
    effects: effectsOf(item, autoSync),
    writes: live === null ? [] : writesOfApply(target, live, item.target),
  };
}

function undoOf({ ref }: SyncItem, live: Manifest | null): Undo {
  if (live === null) return { how: 'none', because: 'it did not exist before, and nothing is deleted to undo a sync' };
  if (runsOnce(ref.kind)) return { how: 'none', because: 'what ran does not run back' };
  return { how: 'reapply', note: 'it is OutOfSync again then' };
}

function effectsOf({ ref }: SyncItem, { enabled, selfHeal }: AutoSync): readonly string[] {
  return [
    'a partial sync is not recorded in the app’s history',
    enabled
      ? `auto-sync is on${selfHeal ? ' with self-heal' : ''}: Argo CD may sync by itself meanwhile, and after a restore`
      : 'auto-sync is off: nothing but these resources is synced',
    ...(isArgoCdKind(ref)
      ? [`${kindAndName(ref)}: a sync rewrites Argo CD’s own objects, without the zero values that Git states`]
      : []),
    ...(isSecret(ref)
      ? [`${kindAndName(ref)}: Argo CD masks Secrets, so the approval binds to its keys and not to its values`]
      : []),
  ];
}
