import { SLASH_COMMAND } from './commands/registry.ts';

/*
 * Everything that Slack can send us, by name. The listeners register these, the manifest declares them, and
 * test/architecture/manifest.test.ts holds the two together.
 */

export const SLASH_COMMANDS = [SLASH_COMMAND] as const;

/** These buttons carry the command that they stand for; `answer.share` posts that command's answer for all to see. */
export const ACTION_IDS = {
  diagnose: 'app.diagnose',
  details: 'pattern.details',
  diff: 'diff.show',
  more: 'list.show',
  run: 'command.run',
  refresh: 'answer.refresh',
  share: 'answer.share',
  fix: 'fix.offer',
} as const;

export type ActionId = (typeof ACTION_IDS)[keyof typeof ACTION_IDS];

/** These carry the id of the plan that they are about; what they do is authorised anew on every click. */
export const PLAN_ACTION_IDS = {
  request: 'plan.request',
  approve: 'plan.approve',
  deny: 'plan.deny',
  details: 'plan.details',
  cancel: 'plan.cancel',
  restore: 'plan.restore',
  breakGlass: 'plan.breakglass',
  review: 'plan.review',
} as const;

export type PlanActionId = (typeof PLAN_ACTION_IDS)[keyof typeof PLAN_ACTION_IDS];

/** Forms, by their callback id; they carry what the button that opened them did. */
export const VIEW_IDS = { request: 'request.form', approve: 'approve.form', breakGlass: 'breakglass.form' } as const;

export type ViewId = (typeof VIEW_IDS)[keyof typeof VIEW_IDS];

/** Events API subscriptions; none in this release. */
export const EVENTS: readonly string[] = [];

/** Action ids are unique within their block, so that a second button of the same kind gets a number. */
export function numbered(id: ActionId | PlanActionId, index: number): string {
  return index === 0 ? id : `${id}#${index}`;
}

/** What a listener registers for: the id, numbered or not. */
export function actionPattern(id: ActionId | PlanActionId): RegExp {
  return new RegExp(`^${id.replaceAll('.', '\\.')}(#\\d+)?$`);
}
