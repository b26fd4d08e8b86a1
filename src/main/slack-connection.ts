import type { Config } from '../config/schema.ts';
import { ConfigError } from '../core/model/errors.ts';
import type { SlackConnection } from '../slack/bolt-app.ts';

/** @throws ConfigError that names what is missing. */
export function slackConnectionOf({
  mode,
  botToken,
  appToken,
  signingSecret,
  apiUrl,
}: Config['slack']): SlackConnection {
  if (botToken === undefined) throw missing('bot token', 'SLACK_BOT_TOKEN (it begins with xoxb-)');
  const api = apiUrl === undefined ? {} : { apiUrl };
  if (mode === 'socket') {
    if (appToken === undefined)
      throw missing('app token', 'SLACK_APP_TOKEN (it begins with xapp-), or slack.mode to http');
    return { mode, botToken, appToken, ...api };
  }
  if (signingSecret === undefined) throw missing('signing secret', 'SLACK_SIGNING_SECRET, or slack.mode to socket');
  return { mode, botToken, signingSecret, ...api };
}

function missing(what: string, how: string): ConfigError {
  return new ConfigError('slack.not-configured', `there is no Slack ${what}`, `set ${how}`);
}
