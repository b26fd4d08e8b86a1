import { defined } from '../../../src/core/model/defined.ts';
import { isObject, type JsonObject, stringAt } from '../../../src/core/model/json.ts';
import { wireFile } from '../interactions/wire.ts';
import type { SlackFile } from '../workspace/types.ts';
import { ApiError, invalidArguments } from './api-error.ts';
import { type Call, isMember, type Methods, visibleConversation } from './method.ts';

const MAX_BYTES = 1_000_000_000;
const MAX_ALT_TEXT = 1000;

function getUploadUrl({ site, args }: Call): JsonObject {
  const name = args.need('filename');
  const length = args.number('length');
  if (length === undefined || length <= 0) throw invalidArguments('missing required field: length');
  if (length > MAX_BYTES) throw new ApiError('file_upload_size_restricted');
  const altText = args.text('alt_txt');
  if (altText !== undefined && altText.length > MAX_ALT_TEXT) throw new ApiError('alt_txt_too_large');
  const file = site.workspace.files.announce({ name, length, ...defined({ altText }) });
  return { upload_url: site.uploadUrlFor(file.id), file_id: file.id };
}

/** Files are shared as one message of the bot, in the channel or thread. */
function completeUpload(call: Call): JsonObject {
  const { workspace } = call.site;
  const entries = call.args.json('files');
  if (!Array.isArray(entries) || entries.length === 0) throw invalidArguments('missing required field: files');
  const channelId = call.args.text('channel_id');
  const channel = channelId === undefined ? undefined : visibleConversation(call, channelId);
  if (channel && !isMember(call, channel)) throw new ApiError('not_in_channel');
  const uploaded = entries.filter(isObject).map((entry) => {
    const file = workspace.files.find(stringAt(entry, 'id') ?? '');
    if (!file) throw new ApiError('file_not_found');
    if (!file.content) throw new ApiError('internal_error');
    return { file, title: stringAt(entry, 'title') };
  });
  const files = uploaded.flatMap(({ file, title }): readonly SlackFile[] => {
    const done = workspace.files.complete(file.id, title, channel?.id);
    return done ? [done] : [];
  });
  if (channel) {
    const threadTs = call.args.text('thread_ts');
    workspace.messages.post({
      channel: channel.id,
      user: workspace.bot.userId,
      isFromBot: true,
      text: call.args.text('initial_comment') ?? '',
      blocks: [],
      attachments: [],
      files: files.map(({ id }) => id),
      ...defined({ threadTs }),
    });
  }
  return { files: files.map(wireFile) };
}

export const fileMethods: Methods = {
  'files.getUploadURLExternal': { tier: 4, scope: 'files:write', handle: getUploadUrl },
  'files.completeUploadExternal': { tier: 4, scope: 'files:write', handle: completeUpload },
};
