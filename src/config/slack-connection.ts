import { defined } from '../core/model/defined.ts';
import { ConfigError } from '../core/model/errors.ts';
import type { Config } from './schema.ts';

/** What it takes to connect in the chosen mode. @throws ConfigError that names what is missing. */
export function slackConnectionOf({ mode, botToken, appToken, signingSecret, apiUrl }: Config['slack']) {
  if (botToken === undefined) throw missing('bot token', 'SLACK_BOT_TOKEN (it begins with xoxb-)');
  const common = { botToken, ...defined({ apiUrl }) };
  if (mode === 'socket') {
    if (appToken === undefined)
      throw missing('app token', 'SLACK_APP_TOKEN (it begins with xapp-), or slack.mode to http');
    return { mode, appToken, ...common };
  }
  if (signingSecret === undefined) throw missing('signing secret', 'SLACK_SIGNING_SECRET, or slack.mode to socket');
  return { mode, signingSecret, ...common };
}

function missing(what: string, how: string): ConfigError {
  return new ConfigError('slack.not-configured', `there is no Slack ${what}`, `set ${how}`);
}
