import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { BotError, NotAllowedError, RejectedError, UnavailableError } from '../../core/model/errors.ts';
import { MAY_HAVE_ARRIVED } from '../../ports/channel.ts';

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
  plan_upgrade_required: [
    'slack.no-user-groups',
    'user groups need a paid Slack plan: name people under policy.roles.*.users instead',
  ],
  missing_scope: ['slack.missing-scope', 'reinstall the app from manifest.yml: a scope is missing'],
  invalid_auth: ['slack.invalid-auth', 'set SLACK_BOT_TOKEN to the bot token of this workspace'],
  not_authed: ['slack.invalid-auth', 'set SLACK_BOT_TOKEN to the bot token of this workspace'],
  token_revoked: ['slack.invalid-auth', 'reinstall the app and set SLACK_BOT_TOKEN anew'],
  account_inactive: ['slack.invalid-auth', 'reinstall the app and set SLACK_BOT_TOKEN anew'],
  expired_trigger_id: ['slack.form-too-late', 'press the button again: Slack waits three seconds for a form'],
  exchanged_trigger_id: ['slack.form-too-late', 'press the button again: that press has opened its form already'],
  invalid_blocks: ['slack.invalid-blocks', 'report this message: it breaks one of Slack’s limits'],
  msg_blocks_too_long: ['slack.invalid-blocks', 'report this message: it breaks one of Slack’s limits'],
};

/** About us as a whole, not about this message or channel: repaired by an operator, and then everything can be sent. */
const OURS = new Set(['slack.missing-scope', 'slack.invalid-auth']);
/** Slack could not, and did not. */
const NOT_NOW = new Set(['service_unavailable', 'team_added_to_org']);
/** Slack itself failed; its documentation says that the call may have been carried out. */
const HALF_DONE = new Set(['internal_error', 'fatal_error', 'request_timeout']);
/** Nothing was sent: there was no connection to send it over. */
const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

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
  if (error instanceof WebAPIHTTPError) {
    const { statusCode } = error;
    return notNow(`Slack does not answer (HTTP ${statusCode})`, error, statusCode >= 500 && statusCode !== 503);
  }
  if (error instanceof WebAPIRequestError) {
    return notNow('Slack does not answer', error, !NO_CONNECTION.has(networkCode(error.original)));
  }
  return error;
}

/** An answer of 200 in which what Slack always sends is missing: something in between spoke. */
export function notFromSlack(cause?: unknown): UnavailableError {
  return notNow('what answers is not Slack', cause, true);
}

function notNow(message: string, cause: unknown, mayHaveArrived: boolean): UnavailableError {
  const code = mayHaveArrived ? MAY_HAVE_ARRIVED : 'slack.unavailable';
  return new UnavailableError(code, message, 'nothing to do: it is tried again', { cause });
}

/** fetch hides the network's own error below its own. */
function networkCode(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

function platformError(error: WebAPIPlatformError): BotError {
  const { error: name } = error.data;
  // a proxy's HTML page arrives as the name of the error
  if (!/^[a-z_]{1,60}$/.test(name)) return notFromSlack(error);
  if (name === 'ratelimited') {
    return new UnavailableError(RATE_LIMITED, 'Slack asks to slow down', 'nothing to do: it is sent later', {
      cause: error,
      retryAfter: 30_000,
    });
  }
  if (NOT_NOW.has(name) || HALF_DONE.has(name)) return notNow(`Slack failed: ${name}`, error, HALF_DONE.has(name));
  const [code, hint] = REFUSALS[name] ?? ['slack.refused', 'look the name up in Slack’s documentation of the method'];
  const Refusal = OURS.has(code) ? NotAllowedError : RejectedError;
  return new Refusal(code, `Slack refused: ${name}${neededScope(error)}`, hint, { cause: error });
}

function neededScope({ data }: WebAPIPlatformError): string {
  const { needed } = data as { readonly needed?: unknown };
  return typeof needed === 'string' ? ` (needs ${needed})` : '';
}
