import type { Message } from '../../core/message/message.ts';
import { defined } from '../../core/model/defined.ts';
import { NotFoundError } from '../../core/model/errors.ts';
import type { Outbox, OutboxEntry } from '../../ports/outbox.ts';
import { BEGIN_POST, ENTRY_DELIVERED, ENTRY_REFUSED, FORGET_ENTRY, PUT_ENTRY } from './lua/outbox.ts';
import { makeRead } from './reading.ts';
import * as schema from './schema.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const putEntry = makeScript(PUT_ENTRY);
const beginPost = makeScript(BEGIN_POST);
const entryDelivered = makeScript(ENTRY_DELIVERED);
const entryRefused = makeScript(ENTRY_REFUSED);
const forgetEntry = makeScript(FORGET_ENTRY);

const FORGET_AT_ONCE = 500;

export function makeOutbox({ redis, keys, clock, onUnreadable }: Store): Outbox {
  const readMessage = makeRead<Message>(schema.Message, onUnreadable);

  const keysOf = (channel: string, key: string): readonly string[] => [
    keys.outboxEntry(channel, key),
    keys.outboxPending(channel),
    keys.outboxChannels,
    keys.outboxSettled,
  ];

  async function find(channel: string, key: string): Promise<OutboxEntry | undefined> {
    const at = keys.outboxEntry(channel, key);
    const fields = await redis.hgetall(at);
    if (fields.message === undefined) return undefined;
    const message = readMessage(fields.message, { key: at, field: 'message' });
    return message === undefined ? undefined : entryOf(channel, key, message, fields);
  }

  return {
    find,

    async put({ channel, key, message, under = '' }, { onlyNew = false } = {}) {
      const answer = await putEntry.run(
        redis,
        [...keysOf(channel, key), keys.outboxSequence(channel)],
        [key, channel, JSON.stringify(message), under, onlyNew ? 1 : 0, settledMember(channel, key)],
      );
      return { pending: answer === 1 };
    },

    async pending(channel) {
      const waiting = await redis.zrangebyscore(keys.outboxPending(channel), '-inf', '+inf');
      const entries = await Promise.all(waiting.map((key) => find(channel, key)));
      return entries.filter((entry) => entry !== undefined).filter(isPending);
    },

    async channelsWithPending() {
      return (await redis.smembers(keys.outboxChannels)).toSorted();
    },

    async beginPost(channel, key, intent) {
      const known = await beginPost.run(redis, [keys.outboxEntry(channel, key)], [intent.id, intent.at]);
      if (known === 1) return;
      const hint = 'Put the message into the outbox before it is posted.';
      throw new NotFoundError('outbox.no-entry', `The outbox of ${channel} has no ${key}.`, hint);
    },

    async abandonPost(channel, key) {
      await redis.hdel(keys.outboxEntry(channel, key), 'intent', 'intentAt');
    },

    async delivered(channel, key, wanted, ts) {
      const args = [key, channel, clock.now().getTime(), settledMember(channel, key), wanted, ts];
      await entryDelivered.run(redis, keysOf(channel, key), args);
    },

    async refuse(channel, key, wanted, reason) {
      const args = [key, channel, clock.now().getTime(), settledMember(channel, key), wanted, reason];
      await entryRefused.run(redis, keysOf(channel, key), args);
    },

    async forget(before) {
      const limit = Date.parse(before);
      let forgotten = 0;
      for (;;) {
        const old = await redis.zrangebyscore(keys.outboxSettled, '-inf', `(${limit}`, 'LIMIT', 0, FORGET_AT_ONCE);
        for (const member of old) {
          const [channel, key] = JSON.parse(member) as [string, string];
          const entry = keys.outboxEntry(channel, key);
          forgotten += Number(await forgetEntry.run(redis, [entry, keys.outboxSettled], [member, limit]));
        }
        if (old.length < FORGET_AT_ONCE) return forgotten;
      }
    },
  };
}

function isPending({ wanted, delivered, refused }: OutboxEntry): boolean {
  return wanted > delivered && refused === undefined;
}

function settledMember(channel: string, key: string): string {
  return JSON.stringify([channel, key]);
}

function entryOf(
  channel: string,
  key: string,
  message: Message,
  fields: Readonly<Record<string, string>>,
): OutboxEntry {
  const { under, sequence, wanted, delivered, ts, intent, intentAt, refused } = fields;
  return {
    channel,
    key,
    message,
    sequence: Number(sequence),
    wanted: Number(wanted),
    delivered: Number(delivered),
    ...defined({
      under,
      ts,
      intent: intent === undefined ? undefined : { id: intent, at: intentAt ?? '' },
      refused,
    }),
  };
}
