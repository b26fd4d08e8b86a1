import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { defined } from '../../core/model/defined.ts';
import { NotAllowedError } from '../../core/model/errors.ts';
import type { Channels, PostedMessage } from '../../ports/channel.ts';
import { renderMessage } from '../render/channel/message.ts';
import { notFromSlack, slackError } from './errors.ts';

/** Marks our messages in their metadata, so that one can be found again after a crash. */
const EVENT_TYPE = 'plumbline_message';
const PAGE = 200;
/** Between two processes and Slack clocks differ a little. */
const SKEW_S = 120;

const History = z.object({
  messages: z
    .array(
      z.object({
        ts: z.string(),
        metadata: z
          .object({ event_type: z.string().optional(), event_payload: z.record(z.string(), z.unknown()).optional() })
          .optional(),
      }),
    )
    .default([]),
  has_more: z.boolean().optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

export function makeChannels(client: WebClient): Channels {
  return {
    async post(channel, message, { intentId, threadTs }) {
      const { text, blocks } = renderMessage(message);
      const answer = await translated(() =>
        client.chat.postMessage({
          channel,
          text,
          blocks: [...blocks],
          unfurl_links: false,
          unfurl_media: false,
          metadata: { event_type: EVENT_TYPE, event_payload: { intent: intentId } },
          ...defined({ thread_ts: threadTs }),
        }),
      );
      if (answer.ts === undefined) throw notFromSlack();
      return { ts: answer.ts };
    },

    async update(channel, ts, message) {
      const { text, blocks } = renderMessage(message);
      await translated(() => client.chat.update({ channel, ts, text, blocks: [...blocks] }));
    },

    async findByIntent(channel, intentId, since) {
      try {
        return await findInHistory(client, channel, intentId, since);
      } catch (error) {
        if (error instanceof NotAllowedError && error.code === 'slack.missing-scope') return 'unknown';
        throw error;
      }
    },
  };
}

async function findInHistory(
  client: WebClient,
  channel: string,
  intentId: string,
  since: string,
): Promise<PostedMessage | undefined> {
  const oldest = String(Math.floor(Date.parse(since) / 1000) - SKEW_S);
  let cursor: string | undefined;
  do {
    const page = History.parse(
      await translated(() =>
        client.conversations.history({
          channel,
          oldest,
          limit: PAGE,
          include_all_metadata: true,
          ...defined({ cursor }),
        }),
      ),
    );
    const found = page.messages.find(
      ({ metadata }) => metadata?.event_type === EVENT_TYPE && metadata.event_payload?.intent === intentId,
    );
    if (found) return { ts: found.ts };
    cursor = page.response_metadata?.next_cursor || undefined;
  } while (cursor !== undefined);
  return undefined;
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw slackError(error);
  }
}
