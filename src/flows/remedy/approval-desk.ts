import type { Who } from '../../core/policy/scope.ts';
import type { Approval, ApprovalAnswer } from '../../core/remedy/approval/approval.ts';
import type { PlanCard } from '../../core/remedy/approval/plan-card.ts';
import type { Rival } from '../../core/remedy/plan/plan.ts';

/** Who clicked. `click` is the same for the same click, however often Slack delivers it. */
export interface Clicker {
  readonly user: string;
  readonly click: string;
}

/**
 * The clicker's answer. `no-such-plan`: forged, or too old. `not-allowed`: `because` and whom to ask.
 * `taken`: an open request changes some of the same objects, and two plans for one object cannot both run. The others are the
 * approval's own answers; `approval` is as it is now.
 */
export type DeskAnswer =
  | { readonly answer: 'no-such-plan' }
  | { readonly answer: 'not-allowed'; readonly because: string; readonly who: Who; readonly approval: Approval }
  | { readonly answer: 'taken'; readonly rival: Rival; readonly approval: Approval }
  | { readonly answer: ApprovalAnswer; readonly approval: Approval };

/**
 * Where plans are requested and decided upon. Every decision of a person is authorised again, with their groups as they are now,
 * and leaves a line in the audit ledger, also when it is refused. Nothing here touches a cluster.
 */
export interface ApprovalDesk {
  /** undefined: no such plan. */
  card(planId: string): Promise<PlanCard | undefined>;
  /** Asked before the form is shown; undefined: they may, as far as is known now. */
  mayRequest(planId: string, who: Clicker): Promise<DeskAnswer | undefined>;
  /** `from`: the channel it was asked in; the request is shown there if that channel covers the app, else in the app's own. */
  request(planId: string, who: Clicker, ask: { readonly reason: string; readonly from: string }): Promise<DeskAnswer>;
  approve(planId: string, who: Clicker, ask?: { readonly typed?: string }): Promise<DeskAnswer>;
  deny(planId: string, who: Clicker): Promise<DeskAnswer>;
  cancel(planId: string, who: Clicker): Promise<DeskAnswer>;
  breakGlass(
    planId: string,
    who: Clicker,
    ask: { readonly reason: string; readonly incident: string },
  ): Promise<DeskAnswer>;
  /** Of a run that ended, for as long as it can be restored. */
  restore(planId: string, who: Clicker): Promise<DeskAnswer>;
  /** Of a run by break-glass. */
  review(planId: string, who: Clicker): Promise<DeskAnswer>;
  /** A click that names no plan, forged or edited: it leaves its line too. */
  turnAway(who: Clicker): Promise<DeskAnswer>;
  /** What waits, runs or can be restored, as cards, oldest first. */
  open(): Promise<readonly PlanCard[]>;
}
