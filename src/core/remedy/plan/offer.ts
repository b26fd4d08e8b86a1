import type { AppRef } from '../../model/observation.ts';
import type { Excluded, Plan } from './plan.ts';

/** What can be done about one app now: drafts that a person may request, and what was left out, with the reason. */
export interface Offer {
  readonly id: string;
  readonly instance: string;
  readonly app: AppRef;
  readonly project: string;
  readonly at: string;
  /** Drafts; a plan that can be split stands beside its two parts. */
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
  /** Of the plan that this one is a part of. */
  readonly partOf?: string;
}
