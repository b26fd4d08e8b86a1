import { stripVTControlCharacters, styleText } from 'node:util';
import type { Io } from '../io.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours on a terminal, plain text in a pipe or with NO_COLOR. */
export type Painter = (style: Style, text: string) => string;

export function painterFor(out: Io['out'], env: Io['env']): Painter {
  const colours = out.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/** Text from a cluster may hold escape sequences; none of them reaches the terminal. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? '\n' : '�'));
}
