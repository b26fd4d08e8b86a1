import { shortened } from '../../../core/words/shorten.ts';
import { clipped, escapeCode, escapeText, onOneLine } from './escape.ts';
import { LIMITS } from './limits.ts';
import { isMention, type Mention, mentionOf } from './mention.ts';

/** A piece of a sentence. There is no way to say "this is already mrkdwn": every text is escaped, also our own. */
export interface Span {
  readonly style: 'text' | 'bold' | 'italic' | 'code' | 'break' | Mention;
  readonly text: string;
}

export type Spans = readonly Span[];

type Sayable = string | number | Span | Spans;

/** say`${bold(app)} is ${status}`: a sentence out of our words and other people's values. */
export function say(strings: TemplateStringsArray, ...values: readonly Sayable[]): Spans {
  return strings.flatMap((literal, index) => [
    ...(literal === '' ? [] : [plainly(literal)]),
    ...(index < values.length ? spansOf(values[index] ?? '') : []),
  ]);
}

function spansOf(value: Sayable): Spans {
  if (typeof value === 'string' || typeof value === 'number') return [plainly(String(value))];
  return 'style' in value ? [value] : value;
}

function plainly(text: string): Span {
  return { style: 'text', text };
}

export function bold(text: string): Span {
  return { style: 'bold', text };
}

export function italic(text: string): Span {
  return { style: 'italic', text };
}

/** A name, a path, a log line: what people copy. Its middle goes first when it is too long. */
export function code(text: string, most = 300): Span {
  return { style: 'code', text: shortened(onOneLine(text), most) };
}

/** Notifies them: only where they have to know. */
export function person(id: string): Span {
  return { style: 'person', text: id };
}

export function group(id: string): Span {
  return { style: 'group', text: id };
}

export function channel(id: string): Span {
  return { style: 'channel', text: id };
}

/** An instant, on the clock of whoever reads it. */
export function date(time: string): Span {
  return { style: 'date', text: time };
}

export function joined(parts: readonly Spans[], separator: string): Spans {
  return parts.flatMap((part, index) => (index === 0 ? part : [plainly(separator), ...part]));
}

/** One below the other; empty lines are left out. */
export function lines(...parts: readonly Spans[]): Spans {
  return parts
    .filter((part) => part.some(({ text }) => text.trim() !== ''))
    .flatMap((part, index) => (index === 0 ? part : [{ style: 'break', text: '' } as const, ...part]));
}

const FENCES: Readonly<Record<Exclude<Span['style'], Mention>, string>> = {
  text: '',
  bold: '*',
  italic: '_',
  code: '`',
  break: '',
};

function rendered({ style, text: whole }: Span): string {
  if (style === 'break') return '\n';
  if (isMention(style)) return mentionOf(style, whole) ?? escapeText(clipped(whole, LIMITS.message));
  const text = clipped(whole, LIMITS.message);
  if (style === 'text') return escapeText(text);
  const inner = (style === 'code' ? escapeCode(text) : escapeText(text)).trim();
  return inner === '' ? '' : `${FENCES[style]}${inner}${FENCES[style]}`;
}

/** At most `most` characters; what is cut off shows as an ellipsis, and no span is left open. */
export function toMrkdwn(spans: Spans, most: number): string {
  let out = '';
  for (const span of spans) {
    const piece = spaced(out, rendered(span));
    if (out.length + piece.length > most) return out + spaced(out, cut(span, most - out.length - 1));
    out += piece;
  }
  return out;
}

/** Two code spans that touch would be read as one with a backtick in it. */
function spaced(before: string, piece: string): string {
  return before.endsWith('`') && piece.startsWith('`') ? ` ${piece}` : piece;
}

function cut(span: Span, room: number): string {
  if (isMention(span.style)) return room > 0 ? '…' : '';
  const characters = [...span.text];
  const fits = (length: number): boolean => piece(length).length <= room;
  const piece = (length: number): string => rendered({ ...span, text: `${characters.slice(0, length).join('')}…` });
  let [low, high] = [0, Math.min(characters.length, room)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return fits(low) ? piece(low) : '';
}
