import type { Manifest } from '../../model/json.ts';
import { groupKind, type ResourceRef } from '../../model/resource-ref.ts';
import type { Tier } from '../../policy/policy.ts';
import { isFinishedHook } from './hook-state.ts';
import type { Step, Verb } from './plan.ts';

/* The table of docs/approvals.md, "From a finding to a change". */

const TIERS: Readonly<Record<Exclude<Verb, 'delete'>, Tier>> = {
  annotate: 1,
  label: 1,
  patch: 1,
  sync: 1,
  terminate: 1,
  restart: 1,
  rollback: 2,
};

const DOWNWARDS: readonly Tier[] = [3, 2, 1, 0];

/** Namespaced, and yet more than one app or its data hang on it. */
const CRITICAL = new Set(['PersistentVolumeClaim']);

/** Deleting these is not offered at any tier. */
const NEVER_DELETED: Readonly<Record<string, string>> = {
  Namespace: 'deleting a Namespace deletes everything in it',
  'argoproj.io/Application': 'deleting an Application can delete everything it manages',
  'argoproj.io/ApplicationSet': 'deleting an ApplicationSet deletes its Applications',
  'argoproj.io/AppProject': 'deleting an AppProject stops the Applications in it',
};

export function tierOf(verb: Exclude<Verb, 'delete'>): Tier {
  return TIERS[verb];
}

/** `isActing`: deleting it opens or lifts something, wherever it is named. */
export function tierOfDelete(ref: ResourceRef, live: Manifest, isActing = false): Tier {
  if (ref.namespace === '' || CRITICAL.has(groupKind(ref)) || isActing) return 3;
  return isFinishedHook(live) ? 1 : 2;
}

/** Why nobody may ask for it; undefined = it may be asked for. */
export function neverDeleted(ref: ResourceRef): string | undefined {
  const kind = groupKind(ref);
  return Object.hasOwn(NEVER_DELETED, kind) ? NEVER_DELETED[kind] : undefined;
}

export function highestTier(steps: readonly Pick<Step, 'tier'>[]): Tier {
  return DOWNWARDS.find((tier) => steps.some((step) => step.tier === tier)) ?? 0;
}
