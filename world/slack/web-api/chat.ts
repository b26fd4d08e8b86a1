import { defined } from '../../../src/core/model/defined.ts';
import { isObject, type JsonObject } from '../../../src/core/model/json.ts';
import { contentOf } from '../content.ts';
import { wireMessage } from '../interactions/wire.ts';
import { attachmentProblems, type Draft, messageRefusal } from '../validate/message.ts';
import { lengthOf } from '../validate/schema.ts';
import type { Channel, Message } from '../workspace/types.ts';
import { ApiError, refused, withProblems } from './api-error.ts';
import { type Call, canShowFile, isMember, type Methods, visibleConversation } from './method.ts';

const MAX_UPDATE_TEXT = 40_000;
const MAX_MARKDOWN = 12_000;

function draftOf({ args }: Call): Draft {
  const markdown = args.text('markdown_text');
  const blocks = args.json('blocks', 'invalid_blocks_format');
  if (markdown !== undefined) {
    if (args.text('text') !== undefined || blocks !== undefined) throw new ApiError('markdown_text_conflict');
    if (lengthOf(markdown) > MAX_MARKDOWN) throw new ApiError('msg_too_long');
  }
  return {
    text: args.text('text') ?? markdown,
    blocks,
    attachments: args.json('attachments', 'invalid_attachments'),
    metadata: args.json('metadata', 'invalid_metadata_format'),
  };
}

function checked(call: Call, completed: (draft: Draft) => Draft = (draft) => draft): Draft {
  const draft = completed(draftOf(call));
  const refusal = messageRefusal(draft, { canShowFile: canShowFile(call) });
  if (refusal) throw refused(refusal);
  return draft;
}

function writable(call: Call, id: string): Channel {
  const channel = visibleConversation(call, id);
  if (channel.isArchived) throw new ApiError('is_archived');
  if (!isMember(call, channel) && !call.site.app.scopes.includes('chat:write.public'))
    throw new ApiError('not_in_channel');
  return channel;
}

function ownMessage(call: Call, error: string): Message {
  const { workspace } = call.site;
  const id = call.args.need('channel');
  if (workspace.person(id)) throw new ApiError('channel_not_found');
  const channel = visibleConversation(call, id);
  const message = workspace.messages.find(channel.id, call.args.need('ts'));
  if (!message) throw new ApiError('message_not_found');
  if (!message.isFromBot) throw new ApiError(error);
  if (channel.isArchived) throw new ApiError('is_archived');
  return message;
}

function threadOf(call: Call, channel: Channel): { readonly threadTs?: string; readonly isBroadcast?: boolean } {
  const threadTs = call.args.text('thread_ts');
  if (threadTs === undefined) return {};
  const parent = call.site.workspace.messages.find(channel.id, threadTs);
  if (!parent) throw new ApiError('thread_not_found');
  if (parent.threadTs !== undefined && parent.threadTs !== parent.ts) throw new ApiError('cannot_reply_to_message');
  return { threadTs, ...(call.args.flag('reply_broadcast') && { isBroadcast: true }) };
}

function postMessage(call: Call): JsonObject {
  const { workspace } = call.site;
  const channel = writable(call, call.args.need('channel'));
  const message = workspace.messages.post({
    ...contentOf(checked(call)),
    ...threadOf(call, channel),
    channel: channel.id,
    user: workspace.bot.userId,
    isFromBot: true,
  });
  return { channel: channel.id, ts: message.ts, message: wireMessage(workspace, message) };
}

/** Text alone takes the blocks away; metadata stays unless other metadata, or an empty object, is sent. */
function update(call: Call): JsonObject {
  const { workspace } = call.site;
  const message = ownMessage(call, 'cant_update_message');
  if (lengthOf(call.args.text('text') ?? '') > MAX_UPDATE_TEXT) throw new ApiError('msg_too_long');
  const edited = workspace.messages.edit(message, contentOf(checked(call, (draft) => inherit(draft, message))));
  return { channel: edited.channel, ts: edited.ts, text: edited.text, message: wireMessage(workspace, edited) };
}

function inherit(draft: Draft, message: Message): Draft {
  const { metadata = message.metadata, ...said } = draft;
  const isErased = isObject(metadata) && Object.keys(metadata).length === 0;
  const isSilent = said.text === undefined && said.blocks === undefined;
  const { text, blocks } = isSilent ? message : said;
  return { ...said, text, blocks, ...(!isErased && { metadata }) };
}

function postEphemeral(call: Call): JsonObject {
  const { workspace } = call.site;
  const channel = writable(call, call.args.need('channel'));
  const recipient = call.args.need('user');
  if (!workspace.person(recipient)) throw new ApiError('user_not_found');
  if (!channel.members.includes(recipient)) throw new ApiError('user_not_in_channel');
  const content = contentOf(checked(call));
  const { threadTs } = threadOf(call, channel);
  const ephemeral = workspace.messages.whisper({
    ...content,
    ...defined({ threadTs }),
    channel: channel.id,
    recipient,
  });
  return { message_ts: ephemeral.ts };
}

function unfurl(call: Call): JsonObject {
  const { workspace } = call.site;
  const channel = visibleConversation(call, call.args.need('channel'));
  const message = workspace.messages.find(channel.id, call.args.need('ts'));
  if (!message) throw new ApiError('cannot_find_message');
  const unfurls = call.args.json('unfurls', 'cannot_parse_attachment');
  if (!isObject(unfurls)) throw new ApiError('missing_unfurls');
  const entries = Object.entries(unfurls).map(([url, preview]) => {
    if (!message.text.includes(url)) throw new ApiError('cannot_unfurl_url');
    if (!isObject(preview)) throw new ApiError('cannot_parse_attachment');
    const problems = attachmentProblems(preview, url, { canShowFile: canShowFile(call) });
    if (problems.length > 0) throw withProblems('invalid_blocks', problems);
    return [url, preview] as const;
  });
  workspace.messages.setUnfurls(message, Object.fromEntries(entries));
  return {};
}

export const chatMethods: Methods = {
  'chat.postMessage': { tier: 'posting', scope: 'chat:write', handle: postMessage },
  'chat.update': { tier: 3, scope: 'chat:write', handle: update },
  'chat.delete': {
    tier: 3,
    scope: 'chat:write',
    handle(call) {
      const message = ownMessage(call, 'cant_delete_message');
      call.site.workspace.messages.remove(message);
      return { channel: message.channel, ts: message.ts };
    },
  },
  'chat.postEphemeral': { tier: 4, scope: 'chat:write', handle: postEphemeral },
  'chat.getPermalink': {
    tier: 'special',
    handle(call) {
      const { workspace } = call.site;
      const channel = visibleConversation(call, call.args.need('channel'));
      const message = workspace.messages.find(channel.id, call.args.need('message_ts'));
      if (!message) throw new ApiError('message_not_found');
      const url = `https://${workspace.team.domain}.slack.com/archives/${channel.id}/p${message.ts.replace('.', '')}`;
      const inThread = message.threadTs === undefined ? '' : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
      return { channel: channel.id, permalink: `${url}${inThread}` };
    },
  },
  'chat.unfurl': { tier: 3, scope: 'links:write', handle: unfurl },
};
