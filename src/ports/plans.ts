import type { AppKey } from '../core/model/app-key.ts';
import type { ApprovalEvent } from '../core/remedy/approval/approval.ts';
import type { Offer, Plan } from '../core/remedy/plan/plan.ts';
import type { RunEvent } from '../core/remedy/run/run-event.ts';

/** A plan with all that was said of it and all that was done. A plan runs once at most: its run carries its id. */
export interface PlanRecord {
  readonly plan: Plan;
  readonly approval: readonly ApprovalEvent[];
  readonly run: readonly RunEvent[];
}

/** How many plans of an app had been requested when its requests were read. */
export type RequestsMark = number;

/*
 * Plans and their two lists of events. Both lists are only ever appended to, and only by who has read them to the end:
 * `after` is how many events the writer knew. All methods throw UnavailableError('redis.…').
 */
export interface PlanMemory {
  /** An immutable draft. @throws RejectedError 'plan.exists' when another plan has its id */
  saveDraft(plan: Plan): Promise<void>;
  /** undefined: there is none, or a part of it cannot be read: half a history is worse than none. */
  find(planId: string): Promise<PlanRecord | undefined>;
  /**
   * false: somebody else was first, or the plan was forgotten; read again. Of several who ask at once one gets true. With
   * `asOf`, also false where another plan of the app was requested since.
   */
  appendApproval(planId: string, event: ApprovalEvent, after: number, asOf?: RequestsMark): Promise<boolean>;
  appendRun(planId: string, event: RunEvent, after: number): Promise<boolean>;
  /** Plans that somebody has to tend: they wait, run, or can still be restored. Oldest first. */
  tended(): Promise<readonly string[]>;
  /** From the first request on; idempotent. */
  tend(planId: string, at: string): Promise<void>;
  /** Nothing happens to it any more. */
  untend(planId: string): Promise<void>;
  /** Requested plans of an app that are still tended, oldest first. */
  requestsOf(
    instance: string,
    app: AppKey,
  ): Promise<{ readonly records: readonly PlanRecord[]; readonly mark: RequestsMark }>;
  /** The newest ones of an app, newest first, without drafts nobody requested. */
  ofApp(instance: string, app: AppKey, most: number): Promise<readonly PlanRecord[]>;

  saveOffer(offer: Offer): Promise<void>;
  /** undefined: it is still being made, or is too old. */
  offer(offerId: string): Promise<Offer | undefined>;
  /**
   * Records whose last event is older, but for those still tended; drafts that nobody requested and offers, made before
   * `untakenBefore`. Answers how many.
   */
  forget(before: string, untakenBefore?: string): Promise<number>;
}
