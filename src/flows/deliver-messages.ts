import { defined } from '../core/model/defined.ts';
import { BotError, RejectedError } from '../core/model/errors.ts';
import { type Channels, MAY_HAVE_ARRIVED } from '../ports/channel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Locks } from '../ports/locks.ts';
import type { Log } from '../ports/log.ts';
import type { Outbox, OutboxEntry } from '../ports/outbox.ts';

export interface DeliverDeps {
  readonly outbox: Outbox;
  readonly channels: Channels;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  /** Resolves when the channel may get another message: docs/facts.md#one-message-a-second. */
  readonly takeTurn: (channel: string, signal: AbortSignal) => Promise<void>;
}

/** Slack takes about one message a second and channel. */
export const MESSAGE_EVERY_MS = 1000;
/** Outlasts a call of Slack: whoever takes over a channel finds what a dead process had posted. */
const LOCK_MS = 20_000;

export type DeliverMessages = (channel: string, signal: AbortSignal) => Promise<void>;

/**
 * Makes the channel say what the outbox wants, in order. One process at a time speaks in a channel. A message that cannot be
 * delivered now holds back those after it; one that never can be is set aside with the reason. @throws UnavailableError: try
 * again later, nothing is lost.
 */
export function makeDeliverMessages(deps: DeliverDeps): DeliverMessages {
  return (channel, signal) =>
    deps.locks.withLock(`deliver.${channel}`, LOCK_MS, async (held) => {
      const either = AbortSignal.any([signal, held]);
      for (const entry of await deps.outbox.pending(channel)) {
        await deps.takeTurn(channel, either);
        either.throwIfAborted();
        await deliverOne(entry, deps);
      }
    });
}

async function deliverOne(entry: OutboxEntry, deps: DeliverDeps): Promise<void> {
  const { channel, key, wanted } = entry;
  try {
    const ts = await say(entry, deps);
    if (ts !== undefined) await deps.outbox.delivered(channel, key, wanted, ts);
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    deps.log.error('a message was refused and is set aside', { channel, key, code: error.code, hint: error.hint });
    await deps.outbox.refuse(channel, key, wanted, `${error.message}: ${error.hint}`);
  }
}

/** Answers where it stands; undefined: it was set aside. */
function say(entry: OutboxEntry, deps: DeliverDeps): Promise<string | undefined> {
  if (entry.intent !== undefined) return settle(entry, entry.intent, deps);
  return entry.ts === undefined ? post(entry, deps) : updateOrPost(entry, entry.ts, deps);
}

async function updateOrPost(entry: OutboxEntry, ts: string, deps: DeliverDeps): Promise<string> {
  try {
    await deps.channels.update(entry.channel, ts, entry.message);
    return ts;
  } catch (error) {
    if (!(error instanceof RejectedError && error.code === 'slack.message-gone')) throw error;
    return post(entry, deps);
  }
}

/** An intent without an end: the channel knows whether the message is there. */
async function settle(
  entry: OutboxEntry,
  intent: NonNullable<OutboxEntry['intent']>,
  deps: DeliverDeps,
): Promise<string | undefined> {
  const { channel, key, wanted } = entry;
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
      ...defined({ threadTs: parent?.ts }),
    });
    return ts;
  } catch (error) {
    if (error instanceof BotError && error.code !== MAY_HAVE_ARRIVED) await outbox.abandonPost(channel, key);
    throw error;
  }
}
