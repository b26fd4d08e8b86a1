import type { JsonObject } from '../../model/json.ts';
import type { AppRef, AppState } from '../../model/observation.ts';
import type { Pointer } from '../../model/pointer.ts';
import { isSame, type ResourceRef } from '../../model/resource-ref.ts';
import type { Tier } from '../../policy/policy.ts';
import type { FieldWrite } from './field-writes.ts';

export type Verb = 'delete' | 'annotate' | 'label' | 'patch' | 'sync' | 'terminate' | 'restart' | 'rollback';

export type PlanKind =
  | 'delete-zombies'
  | 'delete-hooks'
  | 'adopt'
  | 'label'
  | 'annotate'
  | 'sync'
  | 'revert'
  | 'terminate'
  | 'restart'
  | 'rollback';

/** The object as it was when the plan was made; anything else is not what was approved. */
export interface StepGuard {
  readonly uid: string;
  /** `objectDigest` of what was read, or for a sync of the target. */
  readonly digest: string;
  /** Fields that a controller owns: the digest leaves them out. */
  readonly mutated: readonly Pointer[];
}

/** What must be true once the step is done. gone: that uid is. written: the patch holds. settled: the operation succeeded. */
type Check = 'gone' | 'written' | 'settled';

export type Undo =
  /** From the bundle; `note` says what will not be as before, '' = nothing. */
  | { readonly how: 'recreate'; readonly note: string }
  /** The fields that the step changed come back from the bundle, which alone holds them. */
  | { readonly how: 'reapply'; readonly note: string }
  /** JSON merge patch with the earlier values. */
  | { readonly how: 'patch'; readonly patch: JsonObject }
  /** Shown to whoever approves. */
  | { readonly how: 'none'; readonly because: string };

/** One call on one object, which may be asked for twice and has its effect once. */
export interface Step {
  readonly verb: Verb;
  readonly target: ResourceRef;
  readonly version: string;
  readonly guard: StepGuard;
  /** JSON merge patch; absent: the verb says it all. */
  readonly patch?: JsonObject;
  /** Of a rollback: the id in Argo CD's history. */
  readonly historyId?: number;
  readonly check: Check;
  readonly undo: Undo;
  readonly tier: Tier;
  /** What refers to the target and is gone by the time of this step: shown, does not block. */
  readonly usedBy: readonly ResourceRef[];
  /** What happens besides, in words. */
  readonly effects: readonly string[];
  /** The fields it sets, for whoever approves; absent: its patch says it all. */
  readonly writes?: readonly FieldWrite[];
}

export interface Excluded {
  readonly target: ResourceRef;
  readonly because: string;
}

/** Whose plan it is: what policy is asked about, and until when. */
export interface PlanFrame {
  readonly id: string;
  readonly instance: string;
  readonly app: AppRef;
  readonly project: string;
  /** The app's environment label; '' = it has none. */
  readonly environment: string;
  readonly expiresAt: string;
  /** When its facts were read. */
  readonly plannedAt: string;
  /** Where the objects live, as Argo CD names it. */
  readonly destination: AppState['destination'];
  /** Whose health is watched: the app itself, and whoever shares a namespace or a kind with what changes. */
  readonly affected: readonly AppRef[];
  /** What would have kept it from running when it was planned, in words: a freeze, a closed sync window. Absent: nothing. */
  readonly held?: readonly string[];
}

/** Immutable. Another hash is another plan, which needs its own approval. */
export interface Plan extends PlanFrame {
  readonly kind: PlanKind;
  /** In the order in which they run. */
  readonly steps: readonly Step[];
  /** Of its highest step. */
  readonly tier: Tier;
  /** All that happens, in words. */
  readonly blastRadius: readonly string[];
  readonly excluded: readonly Excluded[];
  /** Id of the plan that has to be verified before this one may start. */
  readonly after?: string;
  readonly hash: string;
}

/** What can be done about one app now: drafts that a person may request, and what was left out, with the reason. */
export interface Offer {
  readonly id: string;
  readonly instance: string;
  readonly app: AppRef;
  readonly project: string;
  readonly at: string;
  /** Drafts; a plan that can be split comes with its two parts. */
  readonly plans: readonly OfferedPlan[];
  /** In no plan, across all of them. */
  readonly excluded: readonly Excluded[];
  /** Why there is nothing, or less than one would expect: a failed dry run, a cluster out of reach, a fix that belongs in Git. */
  readonly notes: readonly string[];
  /** Planning failed as a whole, in words for a person; plans are empty then. */
  readonly failure?: { readonly problem: string; readonly hint: string };
}

export interface OfferedPlan {
  readonly plan: Plan;
  /** An open request for some of the same objects: only one of them can run. */
  readonly rival?: Rival;
  /** Of the plan that this one is a part of. */
  readonly partOf?: string;
}

/** Somebody's plan for objects that another plan would change too, as long as it waits or is being carried out. */
export interface Rival {
  readonly planId: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly channel: string;
  readonly state: 'requested' | 'approved' | 'running' | 'restoring';
  /** What both change, in words. */
  readonly shared: string;
}

/** The Application object itself, in the cluster that Argo CD runs in. */
export function applicationRef({ namespace, name }: AppRef): ResourceRef {
  return { group: 'argoproj.io', kind: 'Application', namespace, name };
}

/** The step is on the plan's own Application: it lives with Argo CD, not at the app's destination. */
export function isOnTheApplication({ app }: Pick<Plan, 'app'>, { target }: Pick<Step, 'target'>): boolean {
  return isSame(target, applicationRef(app));
}
