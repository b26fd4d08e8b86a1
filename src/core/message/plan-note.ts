import type { PlanCard } from '../remedy/approval/plan-card.ts';

/**
 * Said once about a plan, because an edit of its message notifies nobody. Below that message: reminder (it still waits),
 * ended (what came of it), review-due (nobody has looked at a break-glass run yet). In the platform's channel: break-glass.
 * `at`: when it is said; ages are told from there.
 */
export interface PlanNote {
  readonly about: 'reminder' | 'ended' | 'review-due' | 'break-glass';
  readonly card: PlanCard;
  readonly at: string;
}
