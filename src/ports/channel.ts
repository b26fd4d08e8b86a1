import type { Message } from '../core/message/message.ts';

/*
 * One chat workspace, as delivery needs it. @throws UnavailableError (with retryAfter where the service says so) when it may
 * work later, NotAllowedError when it will once an operator has repaired token or scopes, RejectedError when it will not: no
 * such channel, not invited, message too old to edit.
 */

/** Code of the one failure after which nobody knows whether the message stands there. After every other it does not. */
export const MAY_HAVE_ARRIVED = 'slack.no-answer';

export interface PostedMessage {
  readonly ts: string;
}

export interface Channels {
  /** Not retried by the adapter: a post that may have arrived must be looked for, not repeated. `intentId` travels with the message. */
  post(
    channel: string,
    message: Message,
    options: { readonly intentId: string; readonly threadTs?: string },
  ): Promise<PostedMessage>;
  update(channel: string, ts: string, message: Message): Promise<void>;
  /** Looks through the channel's recent messages; 'unknown': history may not be read (the scope is optional). */
  findByIntent(channel: string, intentId: string, since: string): Promise<PostedMessage | undefined | 'unknown'>;
}
