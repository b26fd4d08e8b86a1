import type { KnownBlock } from '@slack/types';
import { blockOf, sizeOf } from './blocks.ts';
import { LIMITS } from './limits.ts';
import { type ButtonPart, type FoldPart, type Part, type SimplePart, section } from './part.ts';
import type { Rendered } from './rendered.ts';
import { type Spans, say, toMrkdwn } from './spans.ts';

/** What a fold keeps back for its "showing 3 of 40". */
const FOLD_LINE = 300;

export interface Room {
  readonly blocks: number;
  readonly characters: number;
}

/** Parts as a message within every limit. */
export function compose(fallback: string | Spans, parts: readonly Part[]): Rendered {
  const said = typeof fallback === 'string' ? say`${fallback}` : fallback;
  const room = { blocks: LIMITS.blocks, characters: LIMITS.message };
  return { text: toMrkdwn(said, LIMITS.fallback), blocks: blocksWithin(room, parts) };
}

/**
 * What stands by itself is always there, shortened if it must be; folds share the rest in their order, and each says how much
 * it left out.
 */
export function blocksWithin(most: Room, parts: readonly Part[]): KnownBlock[] {
  const folds = parts.filter((part) => part.type === 'fold');
  const simple = parts.filter((part) => part.type !== 'fold');
  if (simple.length + folds.length > most.blocks) {
    throw new TypeError(`a message of ${simple.length + folds.length} parts: put what repeats into a fold`);
  }
  const kept = most.characters - folds.reduce((sum, { button }) => sum + FOLD_LINE + sizeOf(buttonsOf(button)), 0);
  const fixed = withinRoom(simple, kept);
  let room: Room = less({ blocks: most.blocks - folds.length, characters: kept }, fixed.flat());
  let next = 0;
  return parts.flatMap((part) => {
    if (part.type !== 'fold') return fixed[next++] ?? [];
    const { items, line } = fold(part, room);
    room = less(room, items);
    return [...items, ...line];
  });
}

/** Each part by itself, whole if all of them fit; else none longer than its equal share. */
function withinRoom(parts: readonly SimplePart[], characters: number): readonly (readonly KnownBlock[])[] {
  const whole = parts.map((part) => blocksOf(part));
  if (sizeOf(whole) <= characters) return whole;
  const pressed = parts.flatMap((part) =>
    part.type === 'section' ? buttonsOf(part.button) : part.type === 'buttons' ? blocksOf(part) : [],
  );
  const share = Math.floor((characters - sizeOf(pressed)) / parts.length);
  return parts.map((part) => blocksOf(part, share));
}

function blocksOf(part: SimplePart, most?: number): readonly KnownBlock[] {
  return [blockOf(part, most) ?? []].flat();
}

function buttonsOf(button: ButtonPart | undefined): readonly KnownBlock[] {
  return button === undefined ? [] : blocksOf({ type: 'buttons', buttons: [button] });
}

function fold(
  { items, most = items.length, of = items.length, more, button }: FoldPart,
  room: Room,
): { readonly items: readonly KnownBlock[]; readonly line: readonly KnownBlock[] } {
  const shown: KnownBlock[] = [];
  let left = room;
  let count = 0;
  for (const item of items.slice(0, most)) {
    const blocks = item.flatMap((part) => blocksOf(part));
    const next = less(left, blocks);
    if (next.blocks < 0 || next.characters < 0) break;
    shown.push(...blocks);
    left = next;
    count += 1;
  }
  return { items: shown, line: count < of ? blocksOf(section(more(count, of), button), FOLD_LINE) : [] };
}

function less({ blocks, characters }: Room, used: readonly KnownBlock[]): Room {
  return { blocks: blocks - used.length, characters: characters - sizeOf(used) };
}
