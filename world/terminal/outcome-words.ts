import type { Outcome, Shown } from '../slack/interactions/outcome.ts';

const WORDS: Readonly<Record<Shown, string>> = {
  operation_timeout: 'Slack says: the app did not respond in time',
  dispatch_failed: 'Slack says: the app is not there',
  invalid_command_response: 'Slack does not show what the app answered',
  not_a_command: 'Slack says: that is not a command here. Try /drift',
  trouble_connecting: 'Slack says: we had some trouble connecting',
  incomplete: 'something is missing in the form',
};

/** What Slack tells the person itself; undefined where everything went well. */
export function outcomeWords({ shown }: Outcome): string | undefined {
  return shown && WORDS[shown];
}
