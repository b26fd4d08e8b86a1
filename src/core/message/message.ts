import type { Alert } from '../digest/alert.ts';
import type { Digest } from '../digest/digest.ts';
import type { PlanCard } from '../remedy/approval/plan-card.ts';

/** What is posted in a channel, in domain words; the Slack edge renders it. JSON-serialisable: it waits in the outbox. */
export type Message =
  | { readonly type: 'digest'; readonly digest: Digest }
  | { readonly type: 'alert'; readonly alert: Alert }
  /** Below an alert, once: an edit of the alert itself notifies nobody. */
  | { readonly type: 'alert-over'; readonly alert: Alert }
  /** One for each plan that was requested, updated in place until nothing happens to it any more. */
  | { readonly type: 'plan'; readonly card: PlanCard }
  | { readonly type: 'plan-note'; readonly note: PlanNote };

/**
 * Posted once about a plan, because an edit of its message notifies nobody. Below that message: reminder (it still waits),
 * ended (what came of it), review-due (nobody has reviewed a break-glass run yet). In the platform's channel: break-glass.
 * `at`: when it is posted; ages count from there.
 */
export interface PlanNote {
  readonly about: 'reminder' | 'ended' | 'review-due' | 'break-glass';
  readonly card: PlanCard;
  readonly at: string;
}
