import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'string-width';

type Style = Parameters<typeof styleText>[0];
/** Colours where they are wanted, plain text elsewhere. */
export type Paint = (style: Style, text: string) => string;

export function makePaint(hasColours: boolean): Paint {
  return (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text);
}

/** Text from a cluster may hold escape sequences; none of them reaches the terminal. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}]/gu, '�');
}

/** Words, and buttons, which are not torn apart. */
const PIECE = /\s*(?:\[\d+ [^\]]+\]|\S+)/g;

/** A line in pieces that fit, broken between words where there are any; what follows is indented like the first. */
export function wrapped(line: string, width: number): readonly string[] {
  if (stringWidth(line) <= width) return [line];
  const indent = /^\s*/.exec(line)?.[0].slice(0, Math.floor(width / 2)) ?? '';
  const lines: string[] = [];
  let current = '';
  for (const piece of line.match(PIECE) ?? []) {
    if (current !== '' && stringWidth(current + piece) > width) {
      lines.push(current);
      current = indent + piece.trimStart();
    } else {
      current += piece;
    }
    for (; stringWidth(current) > width; current = current.slice(width)) lines.push(current.slice(0, width));
  }
  return [...lines, current];
}
