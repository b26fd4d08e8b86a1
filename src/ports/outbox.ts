import type { Message } from '../core/message/message.ts';

/*
 * What shall stand in which channel. A flow says it; delivery makes it so, in order, and again after a crash. Saying the
 * same twice changes nothing; saying something newer before the older was delivered leaves only the newer.
 */

export interface OutboxEntry {
  readonly channel: string;
  /** Durable identity of the message within its channel: `digest.2026-11-16`, `alert.<pattern>`. */
  readonly key: string;
  readonly message: Message;
  /** Key of the message under which it is a thread reply. */
  readonly under?: string;
  /** Order of first mention within the channel. */
  readonly sequence: number;
  /** Counts what was asked to stand there. */
  readonly wanted: number;
  /** The `wanted` that stands there; 0 = nothing does. */
  readonly delivered: number;
  readonly ts?: string;
  /** A post was begun and nobody wrote down how it ended: ask the channel before posting again. */
  readonly intent?: { readonly id: string; readonly at: string };
  /** Slack refused for good; kept for the operator, never retried by itself. */
  readonly refused?: string;
}

export interface Outbox {
  /** Answers whether anything is left to deliver. `onlyNew`: leave a message that already stands there as it is. */
  put(
    entry: Pick<OutboxEntry, 'channel' | 'key' | 'message' | 'under'>,
    options?: { readonly onlyNew?: boolean },
  ): Promise<{ readonly pending: boolean }>;
  find(channel: string, key: string): Promise<OutboxEntry | undefined>;
  /** Undelivered entries in order. */
  pending(channel: string): Promise<readonly OutboxEntry[]>;
  channelsWithPending(): Promise<readonly string[]>;
  beginPost(channel: string, key: string, intent: { readonly id: string; readonly at: string }): Promise<void>;
  /** The post certainly did not arrive: the next attempt need not ask the channel. */
  abandonPost(channel: string, key: string): Promise<void>;
  delivered(channel: string, key: string, wanted: number, ts: string): Promise<void>;
  refuse(channel: string, key: string, wanted: number, reason: string): Promise<void>;
  /** Drops entries that were delivered before; their messages stay in Slack but are not updated any more. */
  forget(before: string): Promise<number>;
}
