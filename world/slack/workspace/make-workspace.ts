import { type Files, makeFiles } from './files.ts';
import type { Clock, Ids } from './ids.ts';
import { type Messages, makeMessages } from './messages.ts';
import type { Change, Channel, Person, UserGroup } from './types.ts';
import { makeViews, type Views } from './views.ts';

interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
}

export interface BotIdentity {
  readonly appId: string;
  readonly botId: string;
  readonly userId: string;
  readonly name: string;
}

/** The whole workspace: who is in it, and what was said and shown. */
export interface Workspace {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly team: Team;
  readonly bot: BotIdentity;
  readonly people: readonly Person[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
  readonly messages: Messages;
  readonly views: Views;
  readonly files: Files;
  person(id: string): Person | undefined;
  channel(id: string): Channel | undefined;
  /** The direct message channel of the bot and this person, made when first asked for. */
  directMessage(person: string): Channel;
  /** Adds a member; false when already one. */
  join(channel: string, user: string): boolean;
  leave(channel: string, user: string): void;
  archive(channel: string): void;
  setGroup(group: UserGroup): void;
  onChange(listener: (change: Change) => void): () => void;
}

export interface WorkspaceOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly people: readonly Person[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
  readonly bot: BotIdentity;
  readonly team?: Team;
}

export function makeWorkspace({ clock, ids, people, bot, ...given }: WorkspaceOptions): Workspace {
  const listeners = new Set<(change: Change) => void>();
  const changed = (change: Change) => {
    for (const listener of [...listeners]) listener(change);
  };
  const channels = new Map(given.channels.map((channel) => [channel.id, channel]));
  const groups = new Map(given.groups.map((group) => [group.id, group]));
  return {
    clock,
    ids,
    bot,
    people,
    team: given.team ?? { id: 'T0PLUMB', name: 'Plumbline demo', domain: 'plumbline-demo' },
    get groups() {
      return [...groups.values()];
    },
    get channels() {
      return [...channels.values()];
    },
    messages: makeMessages(ids, changed),
    views: makeViews(ids, changed),
    files: makeFiles(ids, changed),
    person: (id) => people.find((person) => person.id === id),
    channel: (id) => channels.get(id),
    directMessage(person) {
      const existing = [...channels.values()].find(({ directWith }) => directWith === person);
      if (existing) return existing;
      const id = `D${person.slice(1)}`;
      const channel: Channel = { id, name: 'directmessage', members: [person, bot.userId], directWith: person };
      channels.set(id, channel);
      return channel;
    },
    join(id, user) {
      const channel = channels.get(id);
      if (!channel || channel.members.includes(user)) return false;
      channels.set(id, { ...channel, members: [...channel.members, user] });
      changed({ kind: 'members', channel: id });
      return true;
    },
    leave(id, user) {
      const channel = channels.get(id);
      if (!channel) return;
      channels.set(id, { ...channel, members: channel.members.filter((member) => member !== user) });
      changed({ kind: 'members', channel: id });
    },
    archive(id) {
      const channel = channels.get(id);
      if (channel) channels.set(id, { ...channel, isArchived: true });
    },
    setGroup: (group) => groups.set(group.id, group),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
