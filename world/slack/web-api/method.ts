import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Site } from '../site.ts';
import type { Channel } from '../workspace/types.ts';
import { ApiError } from './api-error.ts';
import type { Args } from './args.ts';

export interface Call {
  readonly site: Site;
  readonly args: Args;
}

/** Calls per minute that Slack promises; `posting` is one message per second and channel. */
export type Tier = 1 | 2 | 3 | 4 | 'posting' | 'special';

export interface Method {
  readonly tier: Tier;
  readonly scope?: string;
  /** An app-level token instead of the bot's. */
  readonly isAppLevel?: boolean;
  handle(call: Call): JsonObject;
}

export type Methods = Readonly<Record<string, Method>>;

export function requireScope(call: Call, needed: string): void {
  if (!call.site.app.scopes.includes(needed)) throw missingScope(call, needed);
}

export function missingScope({ site }: Call, needed: string): ApiError {
  return new ApiError('missing_scope', { needed, provided: site.app.scopes.join(',') });
}

/** The conversation named by an id; a person's id stands for their direct messages. */
function conversation({ site: { workspace } }: Call, id: string): Channel {
  const person = workspace.person(id);
  const channel = person ? workspace.directMessage(person.id) : workspace.channel(id);
  if (!channel) throw new ApiError('channel_not_found');
  return channel;
}

export function isMember({ site: { workspace } }: Call, channel: Channel): boolean {
  return channel.members.includes(workspace.bot.userId);
}

/** A private channel does not exist for those outside it. */
export function visibleConversation(call: Call, id: string): Channel {
  const channel = conversation(call, id);
  if (channel.isPrivate && !isMember(call, channel)) throw new ApiError('channel_not_found');
  return channel;
}

export function canShowFile({ site }: Call): (id: string) => boolean {
  return (id) => site.workspace.files.find(id)?.isComplete === true;
}
