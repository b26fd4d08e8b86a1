import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { BotError, NotAllowedError, RejectedError, UnavailableError } from '../../core/model/errors.ts';

/** Slack's own error names → what to do about them. What is not listed is refused with Slack's name in it. */
const REFUSALS: Readonly<Record<string, readonly [code: string, hint: string]>> = {
  channel_not_found: [
    'slack.no-channel',
    'correct the channel id under slack.channels, or invite the bot: /invite @plumbline',
  ],
  not_in_channel: ['slack.not-in-channel', 'invite the bot to the channel: /invite @plumbline'],
  is_archived: ['slack.archived', 'unarchive the channel, or remove it from slack.channels'],
  message_not_found: ['slack.message-gone', 'the message was deleted; a new one is posted instead'],
  cant_update_message: ['slack.message-gone', 'the message is not ours any more; a new one is posted instead'],
  edit_window_closed: ['slack.message-gone', 'the workspace forbids late edits; a new message is posted instead'],
  missing_scope: ['slack.missing-scope', 'reinstall the app from manifest.yml: a scope is missing'],
  invalid_auth: ['slack.invalid-auth', 'set SLACK_BOT_TOKEN to the bot token of this workspace'],
  not_authed: ['slack.invalid-auth', 'set SLACK_BOT_TOKEN to the bot token of this workspace'],
  token_revoked: ['slack.invalid-auth', 'reinstall the app and set SLACK_BOT_TOKEN anew'],
  account_inactive: ['slack.invalid-auth', 'reinstall the app and set SLACK_BOT_TOKEN anew'],
  invalid_blocks: ['slack.invalid-blocks', 'report this message: it breaks one of Slack’s limits'],
  msg_blocks_too_long: ['slack.invalid-blocks', 'report this message: it breaks one of Slack’s limits'],
};

/** Slack itself failed; the call may have been carried out. */
const PASSING = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

export const RATE_LIMITED = 'slack.rate-limited';

/** Translates once, by kind and name. Anything that is not Slack's comes back as it is. */
export function slackError(error: unknown): unknown {
  if (error instanceof BotError) return error;
  if (error instanceof WebAPIRateLimitedError) {
    const retryAfter = error.retryAfter * 1000;
    return new UnavailableError(RATE_LIMITED, 'Slack asks to slow down', 'nothing to do: it is sent later', {
      cause: error,
      retryAfter,
    });
  }
  if (error instanceof WebAPIPlatformError) return platformError(error);
  if (error instanceof WebAPIHTTPError || error instanceof WebAPIRequestError) {
    return new UnavailableError('slack.unavailable', 'Slack does not answer', 'nothing to do: it is tried again', {
      cause: error,
    });
  }
  return error;
}

function platformError(error: WebAPIPlatformError): BotError {
  // a proxy's HTML page arrives as the name of the error
  const name = /^[a-z_]{1,60}$/.test(error.data.error) ? error.data.error : 'an answer that is not Slack’s';
  if (name === 'ratelimited') {
    return new UnavailableError(RATE_LIMITED, 'Slack asks to slow down', 'nothing to do: it is sent later', {
      cause: error,
      retryAfter: 30_000,
    });
  }
  if (PASSING.has(name)) {
    return new UnavailableError('slack.unavailable', `Slack failed: ${name}`, 'nothing to do: it is tried again', {
      cause: error,
    });
  }
  const [code, hint] = REFUSALS[name] ?? ['slack.refused', 'look the name up in Slack’s documentation of the method'];
  const message = `Slack refused: ${name}`;
  return code === 'slack.missing-scope'
    ? new NotAllowedError(code, `${message} (${neededScope(error)})`, hint, { cause: error })
    : new RejectedError(code, message, hint, { cause: error });
}

function neededScope({ data }: WebAPIPlatformError): string {
  const { needed } = data as { readonly needed?: unknown };
  return typeof needed === 'string' ? `needs ${needed}` : 'a scope';
}
