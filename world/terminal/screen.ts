import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadModel } from '../slack/read-model.ts';
import type { Change, Message } from '../slack/workspace/types.ts';
import { type Button, makeBoard } from './board.ts';
import { contentOf, framed, newLines, noticeOf, type Reader, type Said } from './show-message.ts';

/** What one person sees of Slack, on a terminal: everything new in their channel, once, and what became of it. */
export interface Screen {
  /** Who looks, and where. */
  readonly person: string;
  readonly channel: string;
  /** Shows the last message of a channel that is new on screen, as it does at first. */
  turnTo(person: string, channel: string): void;
  /** What comes next is the answer to something that was just done. */
  expectAnswer(): void;
  find(what: number | string): Button | undefined;
  /** Resolves when something was shown since `expectAnswer`, false when nothing was in time. */
  answered(withinMs: number): Promise<boolean>;
  /** Resolves when nothing was shown for a while and nothing is about to be. */
  quiet(): Promise<void>;
  /** Resolves when something with this text is shown, false when nothing was in time. */
  shows(text: string, withinMs: number): Promise<boolean>;
  close(): void;
}

export interface ScreenOptions {
  readonly workspace: ReadModel;
  readonly print: (lines: readonly string[]) => void;
  readonly reader: (channel: string, person: string) => Reader;
  readonly start: { readonly person: string; readonly channel: string };
  readonly pace?: ScreenPace;
}

/** How long a screen lets messages come before it takes them for complete. */
export interface ScreenPace {
  /** Updates of a message within this time are one. */
  readonly updateMs: number;
  /** Nothing new for this long: a script goes on. */
  readonly quietMs: number;
}

const READERS_PACE: ScreenPace = { updateMs: 600, quietMs: 900 };
const QUIET_AT_MOST_MS = 20_000;

export function makeScreen({ workspace, print, reader, start, pace = READERS_PACE }: ScreenOptions): Screen {
  let { person, channel } = start;
  const board = makeBoard();
  const shown = new Map<string, readonly string[]>();
  const updates = new Map<string, NodeJS.Timeout>();
  const lookers = new Set<() => void>();
  let isAnswerDue = false;
  let shownCount = 0;
  let expectedSince = 0;

  function say(lines: readonly string[]): void {
    print(lines);
    noted();
  }

  function noted(): void {
    shownCount += 1;
    for (const look of [...lookers]) look();
  }

  /** False when it did not come true in time. */
  function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = (): void => {
      if (isSo()) resolve(true);
    };
    const timer = setTimeout(() => resolve(false), withinMs);
    lookers.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      lookers.delete(look);
    });
  }

  function show(said: Said, remarks: readonly string[] = []): void {
    const key = keyOf(said);
    const before = shown.get(key);
    const isAnswer = isAnswerDue && 'recipient' in said;
    if (isAnswer) isAnswerDue = false;
    const view = reader(channel, person);
    const lines = contentOf(said, view, board.place(said, isAnswer));
    shown.set(key, lines);
    const fresh = before === undefined ? lines : newLines(before, lines);
    if (fresh !== undefined) say(framed(said, fresh, view, before === undefined ? remarks : ['updated']));
  }

  function update(said: Said): void {
    const key = keyOf(said);
    clearTimeout(updates.get(key));
    updates.set(
      key,
      setTimeout(() => {
        updates.delete(key);
        show(said);
      }, pace.updateMs),
    );
  }

  function isMember(id: string): boolean {
    return workspace.channels.some((one) => one.id === id && one.members.includes(person));
  }

  function onMessage(message: Message): void {
    const { directWith } = workspace.channels.find(({ id }) => id === message.channel) ?? {};
    const isHere = message.channel === channel || directWith === person;
    if (shown.has(keyOf(message))) {
      if (isHere) update(message);
    } else if (message.user === person) {
      return;
    } else if (isHere) {
      show(message);
    } else if (isMember(message.channel) && message.editedTs === undefined) {
      say([noticeOf(message, reader(channel, person))]);
    }
  }

  function onChange(change: Change): void {
    if (change.kind === 'message') onMessage(change.message);
    if (change.kind === 'views' && change.user === person) noted();
    if (change.kind !== 'ephemeral' || change.ephemeral.recipient !== person) return;
    if (shown.has(keyOf(change.ephemeral))) update(change.ephemeral);
    else show(change.ephemeral);
  }

  function showLast(): void {
    const last = workspace.messages(channel).at(-1);
    if (!last) return;
    shown.delete(keyOf(last));
    show(last);
  }

  const stop = workspace.onChange(onChange);
  showLast();

  return {
    get person() {
      return person;
    },
    get channel() {
      return channel;
    },
    turnTo(nextPerson, nextChannel) {
      const hasMoved = nextChannel !== channel;
      person = nextPerson;
      channel = nextChannel;
      if (hasMoved) showLast();
    },
    expectAnswer() {
      isAnswerDue = true;
      expectedSince = shownCount;
    },
    find: (what) => board.find(what),
    answered: (withinMs) => until(() => shownCount > expectedSince, withinMs),
    async quiet() {
      for (const end = Date.now() + QUIET_AT_MOST_MS; Date.now() < end; ) {
        const before = shownCount;
        await sleep(pace.quietMs);
        if (shownCount === before && updates.size === 0) return;
      }
    },
    shows: (text, withinMs) =>
      until(
        () => [...shown.values()].some((lines) => lines.join('\n').toLowerCase().includes(text.toLowerCase())),
        withinMs,
      ),
    close() {
      stop();
      for (const timer of updates.values()) clearTimeout(timer);
    },
  };
}

function keyOf({ channel, ts }: Said): string {
  return `${channel} ${ts}`;
}
