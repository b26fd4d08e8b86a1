import { RejectedError, UnavailableError } from '../core/model/errors.ts';
import type { Channels } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Outbox, OutboxEntry } from '../ports/outbox.ts';

export interface DeliverDeps {
  readonly outbox: Outbox;
  readonly channels: Channels;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Resolves when the channel may get another message: one a second. */
  readonly pace: (channel: string, signal: AbortSignal) => Promise<void>;
}

export type DeliverMessages = (channel: string, signal: AbortSignal) => Promise<void>;

/**
 * Makes the channel say what the outbox wants, in order. A message that cannot be delivered now holds back those after it;
 * one that never can be is set aside with the reason. @throws UnavailableError: try again later, nothing is lost.
 */
export function makeDeliverMessages(deps: DeliverDeps): DeliverMessages {
  return async (channel, signal) => {
    for (const entry of await deps.outbox.pending(channel)) {
      signal.throwIfAborted();
      await deps.pace(channel, signal);
      await deliverOne(entry, deps);
    }
  };
}

async function deliverOne(entry: OutboxEntry, deps: DeliverDeps): Promise<void> {
  const { channel, key, wanted } = entry;
  try {
    const ts = entry.ts === undefined ? await postOnce(entry, deps) : await updateOrPost(entry, entry.ts, deps);
    if (ts !== undefined) await deps.outbox.delivered(channel, key, wanted, ts);
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    deps.log.error('a message was refused and is set aside', { channel, key, code: error.code, hint: error.hint });
    await deps.outbox.refuse(channel, key, wanted, `${error.message}: ${error.hint}`);
  }
}

async function updateOrPost(entry: OutboxEntry, ts: string, deps: DeliverDeps): Promise<string | undefined> {
  try {
    await deps.channels.update(entry.channel, ts, entry.message);
    return ts;
  } catch (error) {
    if (!(error instanceof RejectedError && error.code === 'slack.message-gone')) throw error;
    return post(entry, deps);
  }
}

/** An intent without an end: the channel knows whether the message is there. */
async function postOnce(entry: OutboxEntry, deps: DeliverDeps): Promise<string | undefined> {
  if (entry.intent === undefined) return post(entry, deps);
  const { channel, key, wanted, intent } = entry;
  const found = await deps.channels.findByIntent(channel, intent.id, intent.at);
  if (found === undefined) return post(entry, deps);
  if (found === 'unknown') {
    deps.log.warn('a post may or may not have arrived, and the history may not be read', { channel, key });
    await deps.outbox.refuse(
      channel,
      key,
      wanted,
      'it may or may not stand in the channel: grant channels:history to settle this',
    );
    return undefined;
  }
  await deps.channels.update(channel, found.ts, entry.message);
  return found.ts;
}

async function post(entry: OutboxEntry, { outbox, channels, clock, newId }: DeliverDeps): Promise<string> {
  const { channel, key, under } = entry;
  const intent = { id: newId(), at: clock.now().toISOString() };
  const parent = under === undefined ? undefined : await outbox.find(channel, under);
  await outbox.beginPost(channel, key, intent);
  try {
    const { ts } = await channels.post(channel, entry.message, {
      intentId: intent.id,
      ...(parent?.ts === undefined ? {} : { threadTs: parent.ts }),
    });
    return ts;
  } catch (error) {
    if (error instanceof UnavailableError && error.retryAfter !== undefined) await outbox.abandonPost(channel, key);
    throw error;
  }
}
