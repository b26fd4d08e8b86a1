import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Acknowledgement } from '../delivery.ts';
import type { Site } from '../site.ts';
import type { Channel, Message, Person } from '../workspace/types.ts';
import { urlsIn } from './escape.ts';
import { wireView } from './wire.ts';

/** Events that what people do gives rise to. Those the app did not subscribe to stay in Slack. */
async function announce(site: Site, type: string, event: JsonObject): Promise<Acknowledgement | undefined> {
  if (site.app.events && !site.app.events.has(type)) return undefined;
  return site.events.send({ type, ...event });
}

export function homeOpened(site: Site, { id }: Person): Promise<Acknowledgement | undefined> {
  const { workspace } = site;
  const view = workspace.views.home(id);
  return announce(site, 'app_home_opened', {
    user: id,
    channel: workspace.directMessage(id).id,
    tab: 'home',
    ...(view && { view: wireView(workspace, view) }),
  });
}

export async function memberJoined(site: Site, user: string, channel: string): Promise<void> {
  const team = site.workspace.team.id;
  await announce(site, 'member_joined_channel', { user, channel, channel_type: 'C', team });
}

export async function linksShared(site: Site, channel: Channel, message: Message): Promise<void> {
  const { app, workspace } = site;
  const links = urlsIn(message.text).flatMap((url) => {
    const { hostname } = new URL(url);
    const domain = app.unfurlDomains.find((known) => hostname === known || hostname.endsWith(`.${known}`));
    return domain === undefined ? [] : [{ domain, url }];
  });
  if (links.length === 0 || !app.scopes.includes('links:read')) return;
  await announce(site, 'link_shared', {
    channel: channel.id,
    is_bot_user_member: channel.members.includes(workspace.bot.userId),
    user: message.user,
    message_ts: message.ts,
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    unfurl_id: `${channel.id}.${message.ts}`,
    source: 'conversations_history',
    links,
  });
}
