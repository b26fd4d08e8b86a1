import type { WebClient } from '@slack/web-api';
import { RejectedError } from '../../core/model/errors.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import { slackError } from './errors.ts';

export type TellPerson = (to: { readonly user: string; readonly channel: string }, what: Rendered) => Promise<void>;

/** To one person alone: where they are, or in a direct message where the bot is not. */
export function makeTellPerson(client: WebClient): TellPerson {
  return async ({ user, channel }, { text, blocks }) => {
    try {
      if (channel === '')
        throw new RejectedError('slack.no-channel', 'nobody knows where they are', 'it is told directly');
      await client.chat.postEphemeral({ channel, user, text, blocks: [...blocks] });
    } catch (error) {
      const known = slackError(error);
      if (!(known instanceof RejectedError)) throw known;
      try {
        await client.chat.postMessage({ channel: user, text, blocks: [...blocks] });
      } catch (lost) {
        throw slackError(lost);
      }
    }
  };
}
