import type { JsonObject } from '../../../src/core/model/json.ts';
import type { BotIdentity, Workspace } from '../workspace/make-workspace.ts';
import type { Channel, Message, Person, SlackFile, View } from '../workspace/types.ts';

/** The model's nouns as Slack puts them on the wire. */

export function wireMessage(workspace: Workspace, message: Message, withMetadata = true): JsonObject {
  const replies = workspace.messages
    .of(message.channel)
    .filter(({ threadTs, ts }) => threadTs === message.ts && ts !== message.ts);
  const { bot, team } = workspace;
  return {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text,
    team: team.id,
    ...(message.isFromBot && { bot_id: bot.botId, app_id: bot.appId, bot_profile: botProfile(bot, team.id) }),
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.attachments.length > 0 && { attachments: message.attachments }),
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    ...(replies.length > 0 && {
      thread_ts: message.ts,
      reply_count: replies.length,
      latest_reply: replies.at(-1)?.ts ?? '',
      reply_users: [...new Set(replies.map(({ user }) => user))],
    }),
    ...(message.isBroadcast && { subtype: 'thread_broadcast' }),
    ...(message.editedTs !== undefined &&
      message.blocks.length === 0 && { edited: { user: message.user, ts: message.editedTs } }),
    ...(message.files.length > 0 && {
      files: message.files.flatMap((id) => {
        const file = workspace.files.find(id);
        return file ? [wireFile(file)] : [];
      }),
    }),
    ...(withMetadata && message.metadata && { metadata: message.metadata }),
  };
}

function botProfile(bot: BotIdentity, teamId: string): JsonObject {
  return { id: bot.botId, app_id: bot.appId, name: bot.name, deleted: false, team_id: teamId };
}

export function wireFile(file: SlackFile): JsonObject {
  return { id: file.id, name: file.name, title: file.title, size: file.length, channels: file.channels };
}

export function wireView(workspace: Workspace, view: View): JsonObject {
  const { definition } = view;
  return {
    private_metadata: '',
    callback_id: '',
    title: null,
    close: null,
    submit: null,
    clear_on_close: false,
    notify_on_close: false,
    external_id: '',
    ...definition,
    id: view.id,
    team_id: workspace.team.id,
    state: { values: view.state },
    hash: view.hash,
    previous_view_id: view.previousId ?? null,
    root_view_id: view.rootId,
    app_id: workspace.bot.appId,
    app_installed_team_id: workspace.team.id,
    bot_id: workspace.bot.botId,
  };
}

export function wirePerson(workspace: Workspace, person: Person, withEmail: boolean): JsonObject {
  return {
    id: person.id,
    team_id: workspace.team.id,
    name: person.name,
    deleted: false,
    real_name: person.realName,
    tz: person.timeZone ?? 'Europe/Berlin',
    is_bot: false,
    is_app_user: false,
    profile: {
      real_name: person.realName,
      display_name: person.name,
      title: person.title ?? '',
      ...(withEmail && person.email !== undefined && { email: person.email }),
    },
  };
}

export function wireBotUser({ bot, team }: Workspace): JsonObject {
  return {
    id: bot.userId,
    team_id: team.id,
    name: bot.name,
    deleted: false,
    real_name: bot.name,
    is_bot: true,
    is_app_user: false,
    profile: { real_name: bot.name, display_name: bot.name, bot_id: bot.botId, api_app_id: bot.appId },
  };
}

export function wireChannel({ bot }: Workspace, channel: Channel): JsonObject {
  const isIm = channel.directWith !== undefined;
  return {
    id: channel.id,
    ...(isIm ? { user: channel.directWith ?? '' } : { name: channel.name, name_normalized: channel.name }),
    is_channel: !isIm && channel.isPrivate !== true,
    is_group: channel.isPrivate === true,
    is_im: isIm,
    is_private: isIm || channel.isPrivate === true,
    is_archived: channel.isArchived === true,
    is_member: channel.members.includes(bot.userId),
    num_members: channel.members.length,
  };
}
