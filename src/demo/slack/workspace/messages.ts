import type { JsonObject } from '../../../core/model/json.ts';
import { withIds } from './fill-ids.ts';
import type { Ids } from './ids.ts';
import type { Change, Content, Ephemeral, Message } from './types.ts';

export interface NewMessage extends Content {
  readonly channel: string;
  readonly user: string;
  readonly isFromBot: boolean;
  readonly threadTs?: string;
  readonly isBroadcast?: boolean;
  readonly files?: readonly string[];
}

export interface NewEphemeral extends Content {
  readonly channel: string;
  readonly recipient: string;
  readonly threadTs?: string;
}

/** Everything said, in the order it was said. Entries are replaced, never changed. */
export interface Messages {
  of(channel: string): readonly Message[];
  find(channel: string, ts: string): Message | undefined;
  post(message: NewMessage): Message;
  edit(message: Message, content: Content): Message;
  setUnfurls(message: Message, unfurls: Readonly<Record<string, JsonObject>>): Message;
  remove(message: Message): void;
  ephemeralsOf(recipient: string): readonly Ephemeral[];
  findEphemeral(ts: string): Ephemeral | undefined;
  whisper(ephemeral: NewEphemeral): Ephemeral;
  rewordEphemeral(ephemeral: Ephemeral, content: Content): Ephemeral;
  removeEphemeral(ephemeral: Ephemeral): void;
}

export function makeMessages(ids: Ids, changed: (change: Change) => void): Messages {
  let messages: readonly Message[] = [];
  let ephemerals: readonly Ephemeral[] = [];

  function put(message: Message): Message {
    messages = messages.some((other) => isSame(other, message))
      ? messages.map((other) => (isSame(other, message) ? message : other))
      : [...messages, message];
    changed({ kind: 'message', message });
    return message;
  }

  return {
    of: (channel) => messages.filter((message) => message.channel === channel),
    find: (channel, ts) => messages.find((message) => isSame(message, { channel, ts })),
    post: ({ blocks, files = [], ...message }) =>
      put({ ...message, ts: ids.ts(), blocks: withIds(blocks, ids), files, unfurls: {} }),
    edit: ({ metadata: _, ...message }, content) =>
      put({ ...message, ...content, blocks: withIds(content.blocks, ids), editedTs: ids.ts() }),
    setUnfurls: (message, unfurls) => put({ ...message, unfurls: { ...message.unfurls, ...unfurls } }),
    remove(message) {
      messages = messages.filter((other) => !isSame(other, message));
      changed({ kind: 'message-deleted', channel: message.channel, ts: message.ts });
    },
    ephemeralsOf: (recipient) => ephemerals.filter((ephemeral) => ephemeral.recipient === recipient),
    findEphemeral: (ts) => ephemerals.find((ephemeral) => ephemeral.ts === ts),
    whisper({ blocks, ...rest }) {
      const ephemeral: Ephemeral = { ...rest, ts: ids.ts(), blocks: withIds(blocks, ids) };
      ephemerals = [...ephemerals, ephemeral];
      changed({ kind: 'ephemeral', ephemeral });
      return ephemeral;
    },
    rewordEphemeral(ephemeral, content) {
      const next: Ephemeral = { ...ephemeral, ...content, blocks: withIds(content.blocks, ids) };
      ephemerals = ephemerals.map((other) => (other.ts === ephemeral.ts ? next : other));
      changed({ kind: 'ephemeral', ephemeral: next });
      return next;
    },
    removeEphemeral({ ts, recipient }) {
      ephemerals = ephemerals.filter((other) => other.ts !== ts);
      changed({ kind: 'ephemeral-deleted', recipient, ts });
    },
  };
}

function isSame(a: { channel: string; ts: string }, b: { channel: string; ts: string }): boolean {
  return a.channel === b.channel && a.ts === b.ts;
}
