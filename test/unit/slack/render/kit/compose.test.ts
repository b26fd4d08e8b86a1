import { describe, expect, it } from 'vitest';
import { ACTION_IDS } from '../../../../../src/slack/action-ids.ts';
import { sizeOf } from '../../../../../src/slack/render/kit/blocks.ts';
import { compose } from '../../../../../src/slack/render/kit/compose.ts';
import { buttons, type FoldPart, note, preformatted, section } from '../../../../../src/slack/render/kit/part.ts';
import { say } from '../../../../../src/slack/render/kit/spans.ts';

const more = (shown: number, of: number) => say`Showing ${shown} of ${of}.`;
const fold = (parts: Partial<FoldPart>): FoldPart => ({ type: 'fold', items: [], more, ...parts });
const rows = (amount: number, text = 'row') =>
  Array.from({ length: amount }, (_, index) => [section(say`${text} ${index}`)]);
const listed = { label: 'More', action: ACTION_IDS.more, command: { name: 'list', page: 1 } } as const;

describe('a message', () => {
  it('is sections, notes, preformatted text and buttons that carry their command', () => {
    const { text, blocks } = compose('A <sentence>.', [
      section(say`one`, listed),
      note(say`two`),
      preformatted('a `b` <c>\n  d'),
      buttons(listed, listed),
    ]);
    expect(text).toBe('A &lt;sentence&gt;.');
    expect(blocks).toEqual([
      {
        type: 'section',
        text: { type: 'mrkdwn', text: 'one', verbatim: true },
        accessory: {
          type: 'button',
          action_id: 'list.show',
          text: { type: 'plain_text', text: 'More', emoji: false },
          value: 'list',
        },
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'two', verbatim: true }] },
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a `b` <c>\n  d' }] }],
      },
      expect.objectContaining({
        elements: [
          expect.objectContaining({ action_id: 'list.show' }),
          expect.objectContaining({ action_id: 'list.show#1' }),
        ],
      }),
    ]);
  });

  it('says nothing of a fold that fits, and how many of how many where it does not', () => {
    expect(compose('x', [fold({ items: rows(3) })]).blocks).toHaveLength(3);
    const { blocks } = compose('x', [fold({ items: rows(60), button: listed }), note(say`end`)]);
    expect(blocks).toHaveLength(50);
    expect(blocks.at(-2)).toMatchObject({ text: { text: 'Showing 48 of 60.' }, accessory: { value: 'list' } });
    expect(blocks.at(-1)).toMatchObject({ type: 'context' });
  });

  it('keeps to the most that a fold asks for, and counts what it was not given', () => {
    const { blocks } = compose('x', [fold({ items: rows(9), most: 2, of: 40 })]);
    expect(blocks.map((block) => 'text' in block && block.text)).toMatchObject([
      { text: 'row 0' },
      { text: 'row 1' },
      { text: 'Showing 2 of 40.' },
    ]);
  });

  it('stays within the characters of a message: folds first, then what stands by itself is shortened', () => {
    const wide = compose('x', [section(say`${'a'.repeat(2900)}`), fold({ items: rows(30, 'b'.repeat(1000)) })]);
    expect(sizeOf(wide.blocks)).toBeLessThanOrEqual(12_000);
    expect(wide.blocks.at(-1)).toMatchObject({ text: { text: 'Showing 8 of 30.' } });
    const heavy = compose('x', [...rows(8, 'c'.repeat(2990)).flat(), fold({ items: rows(2, 'd'.repeat(400)) })]);
    expect(sizeOf(heavy.blocks)).toBeLessThanOrEqual(12_000);
    expect(heavy.blocks).toHaveLength(9);
    expect(heavy.blocks.at(-1)).toMatchObject({ text: { text: 'Showing 0 of 2.' } });
  });

  it('has no button for a command that nobody could have typed', () => {
    const command = { name: 'app', app: 'x'.repeat(1001) } as const;
    expect(compose('x', [buttons({ label: 'Diagnose', action: ACTION_IDS.diagnose, command })]).blocks).toEqual([]);
  });

  it('refuses a renderer that puts repetition outside of a fold', () => {
    expect(() => compose('x', rows(51).flat())).toThrow(/into a fold/);
  });
});
