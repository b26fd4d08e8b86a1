import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { slackError } from './errors.ts';

const Opened = z.object({ channel: z.object({ id: z.string() }) });

export type SendFile = (
  user: string,
  file: { readonly name: string; readonly text: string; readonly title: string },
) => Promise<void>;

/** A text file in the person's direct messages: what is too long for a message is never cut. */
export function makeSendFile(client: WebClient): SendFile {
  return async (user, { name, text, title }) => {
    try {
      const { channel } = Opened.parse(await client.conversations.open({ users: user }));
      await client.filesUploadV2({ channel_id: channel.id, filename: name, content: text, title });
    } catch (error) {
      throw slackError(error);
    }
  };
}
