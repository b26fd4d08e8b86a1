import type { JsonObject } from '../../../src/core/model/json.ts';
import { wireChannel, wireMessage } from '../interactions/wire.ts';
import type { Channel, Message } from '../workspace/types.ts';
import { ApiError } from './api-error.ts';
import { type Call, isMember, type Methods, missingScope, requireScope, visibleConversation } from './method.ts';
import { pageOf } from './paging.ts';

function kindOf({ directWith, isPrivate }: Channel): 'im' | 'groups' | 'channels' {
  if (directWith !== undefined) return 'im';
  return isPrivate ? 'groups' : 'channels';
}

const READING = ['channels:read', 'groups:read', 'im:read'];

function readable(call: Call, access: 'read' | 'history'): Channel {
  // without any of them Slack does not even say whether the conversation exists
  if (access === 'read' && !READING.some((scope) => call.site.app.scopes.includes(scope)))
    throw missingScope(call, READING.join(','));
  const channel = visibleConversation(call, call.args.need('channel'));
  requireScope(call, `${kindOf(channel)}:${access}`);
  if (access === 'history' && !isMember(call, channel)) throw new ApiError('not_in_channel');
  return channel;
}

function inWindow({ args }: Call, messages: readonly Message[]): readonly Message[] {
  const oldest = args.text('oldest') ?? '0';
  const latest = args.text('latest') ?? '9999999999.000000';
  const isInclusive = args.flag('inclusive');
  return messages.filter(({ ts }) =>
    isInclusive ? Number(ts) >= Number(oldest) && Number(ts) <= Number(latest) : ts > oldest && ts < latest,
  );
}

function messagePage(call: Call, messages: readonly Message[]): JsonObject {
  const { items, nextCursor } = pageOf(messages, call.args);
  const withMetadata = call.args.flag('include_all_metadata');
  return {
    messages: items.map((message) => wireMessage(call.site.workspace, message, withMetadata)),
    has_more: nextCursor !== '',
    ...(nextCursor !== '' && { response_metadata: { next_cursor: nextCursor } }),
  };
}

function history(call: Call): JsonObject {
  const channel = readable(call, 'history');
  const topLevel = call.site.workspace.messages
    .of(channel.id)
    .filter(({ threadTs, ts, isBroadcast }) => threadTs === undefined || threadTs === ts || isBroadcast);
  return messagePage(call, [...inWindow(call, topLevel)].reverse());
}

function replies(call: Call): JsonObject {
  const channel = readable(call, 'history');
  const parent = call.args.need('ts');
  const thread = call.site.workspace.messages
    .of(channel.id)
    .filter(({ ts, threadTs }) => ts === parent || threadTs === parent);
  if (thread.length === 0) throw new ApiError('thread_not_found');
  const [first, ...rest] = thread;
  return messagePage(call, [...(first ? [first] : []), ...inWindow(call, rest)]);
}

export const conversationMethods: Methods = {
  'conversations.history': { tier: 3, handle: history },
  'conversations.replies': { tier: 3, handle: replies },
  'conversations.info': {
    tier: 3,
    handle: (call) => ({ channel: wireChannel(call.site.workspace, readable(call, 'read')) }),
  },
  'conversations.open': {
    tier: 3,
    scope: 'im:write',
    handle(call) {
      const { workspace } = call.site;
      const users = call.args.need('users').split(',');
      const [user] = users;
      if (users.length !== 1 || user === undefined) throw new ApiError('method_not_supported_for_channel_type');
      if (!workspace.person(user)) throw new ApiError('user_not_found');
      const channel = workspace.directMessage(user);
      return { channel: call.args.flag('return_im') ? wireChannel(workspace, channel) : { id: channel.id } };
    },
  },
};
