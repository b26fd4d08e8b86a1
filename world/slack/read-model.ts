import type { Workspace } from './workspace/make-workspace.ts';
import type { Change, Channel, Ephemeral, Message, Person, SlackFile, UserGroup, View } from './workspace/types.ts';

/** What can be seen in the workspace, by tests and by the page that shows it. */
export interface ReadModel {
  readonly people: readonly Person[];
  readonly groups: readonly UserGroup[];
  readonly channels: readonly Channel[];
  readonly files: readonly SlackFile[];
  /** Oldest first, replies included. */
  messages(channel: string): readonly Message[];
  thread(channel: string, ts: string): readonly Message[];
  ephemerals(user: string, channel?: string): readonly Ephemeral[];
  /** The open modals, the visible one last. */
  views(user: string): readonly View[];
  home(user: string): View | undefined;
  /** The bot's direct messages to a person. */
  directMessages(user: string): readonly Message[];
  onChange(listener: (change: Change) => void): () => void;
  /** Resolves with what `look` finds, now or after a later change; rejects when nothing came in time. */
  until<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
}

export function makeReadModel(workspace: Workspace): ReadModel {
  const { messages, views, files } = workspace;
  return {
    people: workspace.people,
    get groups() {
      return workspace.groups;
    },
    get channels() {
      return workspace.channels;
    },
    get files() {
      return files.all;
    },
    messages: (channel) => messages.of(channel),
    thread: (channel, ts) => messages.of(channel).filter((message) => message.ts === ts || message.threadTs === ts),
    ephemerals: (user, channel) =>
      messages.ephemeralsOf(user).filter((ephemeral) => channel === undefined || ephemeral.channel === channel),
    views: (user) => views.stack(user),
    home: (user) => views.home(user),
    directMessages: (user) => messages.of(workspace.directMessage(user).id),
    onChange: (listener) => workspace.onChange(listener),
    until(look, timeoutMs = 240_000) {
      return new Promise((resolve, reject) => {
        function check(): boolean {
          const found = look();
          if (found === undefined || found === false) return false;
          stop();
          clearTimeout(timer);
          resolve(found);
          return true;
        }
        const stop = workspace.onChange(() => check());
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`nothing of the kind appeared in Slack within ${timeoutMs} ms: ${look.toString()}`));
        }, timeoutMs);
        check();
      });
    },
  };
}
