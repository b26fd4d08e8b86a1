import { SLASH_COMMAND } from './commands/registry.ts';

/*
 * Everything that Slack can send us, by name. The listeners register these, the manifest declares them, and
 * test/architecture/manifest.test.ts holds the two together.
 */

export const SLASH_COMMANDS = [SLASH_COMMAND] as const;

/** Every button carries the command that it stands for; `answer.share` posts that command's answer for all to see. */
export const ACTION_IDS = {
  diagnose: 'app.diagnose',
  details: 'pattern.details',
  diff: 'diff.show',
  more: 'list.show',
  run: 'command.run',
  refresh: 'answer.refresh',
  share: 'answer.share',
} as const;

export type ActionId = (typeof ACTION_IDS)[keyof typeof ACTION_IDS];

/** Events API subscriptions; none in this release. */
export const EVENTS: readonly string[] = [];

/** Action ids are unique within their block, so that a second button of the same kind gets a number. */
export function numbered(id: ActionId, index: number): string {
  return index === 0 ? id : `${id}#${index}`;
}

/** What a listener registers for: the id, numbered or not. */
export function actionPattern(id: ActionId): RegExp {
  return new RegExp(`^${id.replaceAll('.', '\\.')}(#\\d+)?$`);
}
