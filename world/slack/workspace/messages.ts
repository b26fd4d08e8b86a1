import type { JsonObject } from '../../../src/core/model/json.ts';
import { withIds } from './fill-ids.ts';
import type { Ids } from './ids.ts';
import type { Change, Content, Ephemeral, Message } from './types.ts';

interface NewMessage extends Content {
  readonly channel: string;
  readonly user: string;
  readonly isFromBot: boolean;
  readonly threadTs?: string;
  readonly isBroadcast?: boolean;
  readonly files?: readonly string[];
}

interface NewEphemeral extends Content {
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
  // By ts, which is unique in the workspace; a Map keeps the order of the first insertion.
  const channels = new Map<string, Map<string, Message>>();
  const ephemerals = new Map<string, Ephemeral>();

  function put(message: Message): Message {
    const channel = channels.get(message.channel) ?? new Map<string, Message>();
    channels.set(message.channel, channel.set(message.ts, message));
    changed({ kind: 'message', message });
    return message;
  }

  function putEphemeral(ephemeral: Ephemeral): Ephemeral {
    ephemerals.set(ephemeral.ts, ephemeral);
    changed({ kind: 'ephemeral', ephemeral });
    return ephemeral;
  }

  return {
    of: (channel) => [...(channels.get(channel)?.values() ?? [])],
    find: (channel, ts) => channels.get(channel)?.get(ts),
    post: ({ blocks, files = [], ...message }) =>
      put({ ...message, ts: ids.ts(), blocks: withIds(blocks, ids), files, unfurls: {} }),
    edit: ({ metadata: _, ...message }, content) =>
      put({ ...message, ...content, blocks: withIds(content.blocks, ids), editedTs: ids.ts() }),
    setUnfurls: (message, unfurls) => put({ ...message, unfurls: { ...message.unfurls, ...unfurls } }),
    remove({ channel, ts }) {
      channels.get(channel)?.delete(ts);
      changed({ kind: 'message-deleted', channel, ts });
    },
    ephemeralsOf: (recipient) => [...ephemerals.values()].filter((ephemeral) => ephemeral.recipient === recipient),
    findEphemeral: (ts) => ephemerals.get(ts),
    whisper: ({ blocks, ...rest }) => putEphemeral({ ...rest, ts: ids.ts(), blocks: withIds(blocks, ids) }),
    rewordEphemeral: (ephemeral, content) =>
      putEphemeral({ ...ephemeral, ...content, blocks: withIds(content.blocks, ids) }),
    removeEphemeral({ ts, recipient }) {
      ephemerals.delete(ts);
      changed({ kind: 'ephemeral-deleted', recipient, ts });
    },
  };
}
