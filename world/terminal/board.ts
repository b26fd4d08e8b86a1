import { controlsOf, isPressable } from '../slack/interactions/controls.ts';
import type { Said } from './show-message.ts';

export interface Button {
  readonly said: Said;
  readonly number: number;
  /** As `press` counts them within the message. */
  readonly position: number;
  readonly label: string;
}

/** The numbers on screen: a number, or a label, stands for the button that was shown with it last. */
export interface Board {
  /** Where a message's numbers start: where they did before, from 1 for an answer, else after those of the others. */
  place(said: Said, isAnswer: boolean): number;
  /** By label the first one of the latest message that has it. */
  find(what: number | string): Button | undefined;
}

const REMEMBERED = 50;

export function makeBoard(): Board {
  /** The buttons of each message, that shown last at the end. */
  let messages: readonly (readonly Button[])[] = [];
  const starts = new Map<string, number>();

  return {
    place(said, isAnswer) {
      const latest = messages.at(-1)?.at(-1)?.number ?? 0;
      const first = starts.get(keyOf(said)) ?? (isAnswer ? 1 : latest + 1);
      starts.set(keyOf(said), first);
      const buttons = controlsOf(said.blocks)
        .filter(isPressable)
        .map(({ label }, index) => ({ said, number: first + index, position: index + 1, label }));
      const others = messages.filter(([button]) => button && keyOf(button.said) !== keyOf(said));
      messages = buttons.length === 0 ? others : [...others, buttons].slice(-REMEMBERED);
      return first;
    },
    find(what) {
      const isMeant = ({ number, label }: Button): boolean =>
        typeof what === 'number' ? number === what : label.toLowerCase() === what.toLowerCase();
      return messages.findLast((buttons) => buttons.some(isMeant))?.find(isMeant);
    },
  };
}

function keyOf({ channel, ts }: Said): string {
  return `${channel} ${ts}`;
}
