import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { textOf } from '../../slack/text.ts';
import type { Ephemeral, View } from '../../slack/workspace/types.ts';

const mrkdwn = (text: string): JsonObject => ({ type: 'mrkdwn', text });
const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
const button = (text: string): JsonObject => ({ type: 'button', action_id: text, text: plain(text) });
const cell = (text: string): JsonObject => ({ type: 'raw_text', text });

function shown(...blocks: JsonObject[]): string {
  const message: Ephemeral = { channel: 'C', ts: '1', recipient: 'U', text: 'fallback', blocks, attachments: [] };
  return textOf(message);
}

describe('a message as text', () => {
  it('reads as a person reads it', () => {
    expect(
      shown(
        { type: 'header', text: plain('Drift · prod') },
        {
          type: 'section',
          text: mrkdwn('*gitea* &lt;b&gt; &amp; <https://x.example|the link>'),
          accessory: button('Details'),
        },
        { type: 'section', fields: [mrkdwn('one'), mrkdwn('two')] },
        { type: 'divider' },
        {
          type: 'context',
          elements: [mrkdwn('scanned 41 s ago'), { type: 'image', alt_text: 'clock', image_url: 'https://x' }],
        },
        {
          type: 'actions',
          elements: [
            button('Approve'),
            { type: 'static_select', placeholder: plain('How long'), options: [{ text: plain('Day'), value: 'd' }] },
            button('Deny'),
          ],
        },
        { type: 'image', alt_text: 'trend', image_url: 'https://x' },
      ),
    ).toBe(
      [
        'Drift · prod',
        '*gitea* <b> & the link  [1 Details]',
        'one',
        'two',
        '---',
        'scanned 41 s ago  [image: clock]',
        '[2 Approve] <How long: Day> [3 Deny]',
        '[image: trend]',
      ].join('\n'),
    );
  });

  it('names people, channels, groups and dates', () => {
    expect(
      shown({ type: 'section', text: mrkdwn('<@U0ADA|ada> <#C1> <!subteam^S1|@ops> <!here> <!date^1^{date}|today>') }),
    ).toBe('@ada #C1 @ops @here today');
  });

  it('aligns tables and reads rich text', () => {
    const rich = {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'see ' },
            { type: 'link', url: 'https://x.example' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'first' }] }],
        },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'a\nb' }] },
      ],
    };
    const table = {
      type: 'table',
      rows: [
        [cell('app'), cell('class')],
        [cell('gitea'), cell('A')],
      ],
    };
    expect(shown(rich, table)).toBe('see https://x.example\n1. first\na\nb\napp   | class\ngitea | A');
  });

  it('falls back to the text where there are no blocks', () => {
    expect(shown()).toBe('fallback');
  });
});

describe('a modal as text', () => {
  it('shows inputs with what they hold and what is wrong with them', () => {
    const view: View = {
      id: 'V1',
      user: 'U0ADA',
      type: 'modal',
      hash: 'h',
      rootId: 'V1',
      definition: {
        title: plain('Snooze'),
        submit: plain('Save'),
        close: plain('Cancel'),
        blocks: [
          {
            type: 'input',
            block_id: 'why',
            label: plain('Reason'),
            hint: plain('Shown in the digest'),
            element: { type: 'plain_text_input', action_id: 'a' },
          },
          {
            type: 'input',
            block_id: 'long',
            optional: true,
            label: plain('How long'),
            element: { type: 'radio_buttons', action_id: 'b', options: [{ text: plain('Day'), value: 'd' }] },
          },
        ],
      },
      state: { long: { b: { type: 'radio_buttons', selected_option: { text: plain('Day'), value: 'd' } } } },
      errors: { why: 'Please say why.' },
    };
    expect(textOf(view)).toBe(
      [
        'Snooze',
        'Reason: ____',
        '  Shown in the digest',
        '  ! Please say why.',
        'How long (optional): Day (Day)',
        '[Cancel] [Save]',
      ].join('\n'),
    );
  });
});
