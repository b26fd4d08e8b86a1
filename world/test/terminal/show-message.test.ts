import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { defaultChannels, defaultGroups, defaultPeople } from '../../slack/default-workspace.ts';
import type { Ephemeral, Message } from '../../slack/workspace/types.ts';
import { makePaint } from '../../terminal/paint.ts';
import { contentOf, framed, newLines, noticeOf, type Reader } from '../../terminal/show-message.ts';

const reader: Reader = {
  people: defaultPeople,
  groups: defaultGroups,
  channels: defaultChannels,
  files: [],
  here: 'C0PLATFORM',
  timeZone: 'Europe/Berlin',
  paint: makePaint(false),
};
const section = (text: string): JsonObject => ({ type: 'section', text: { type: 'mrkdwn', text } });
const button = (text: string): JsonObject => ({ type: 'button', action_id: text, text: { type: 'plain_text', text } });
/** 09:00 in Berlin. */
const TS = '1772438400.000100';

function aMessage(given: Partial<Message> = {}): Message {
  return {
    channel: 'C0PLATFORM',
    ts: TS,
    user: 'U0PLUMBLINE',
    isFromBot: true,
    text: 'fallback',
    blocks: [],
    attachments: [],
    files: [],
    unfurls: {},
    ...given,
  };
}

function anEphemeral(...blocks: JsonObject[]): Ephemeral {
  return { channel: 'C0PLATFORM', ts: TS, recipient: 'U0ADA', text: 'fallback', blocks, attachments: [] };
}

const shown = (said: Message | Ephemeral, as: Reader = reader, from = 1): string[] =>
  framed(said, contentOf(said, as, from), as);

describe('a message on the terminal', () => {
  it('says who, when and for whom, and stands beside a rule', () => {
    const said = anEphemeral(section('*gitea* for <@U0ADA> in <#C0PAYMENTS> and <!subteam^S0PLATFORM>'), {
      type: 'actions',
      elements: [button('Diagnose'), button('Share')],
    });
    expect(shown(said, reader, 4)).toEqual([
      '',
      'Plumbline 09:00 · only you see this',
      '│ gitea for @ada in #payments and @platform-team',
      '│ [4 Diagnose] [5 Share]',
    ]);
  });

  it('says where it stands when that is elsewhere, and in a thread', () => {
    const [, heading] = shown(aMessage({ channel: 'C0PAYMENTS', threadTs: '1.0', isFromBot: false, user: 'U0KEN' }));
    expect(heading).toBe('Ken 09:00 · in #payments · in a thread');
    expect(
      noticeOf(
        aMessage({ channel: 'C0PAYMENTS', blocks: [{ ...section('*new* line\nmore'), accessory: button('Details') }] }),
        reader,
      ),
    ).toBe('new in #payments: new line');
  });

  it('fits the width, with no button torn apart', () => {
    const said = anEphemeral({ ...section('argo-rollouts crash loops'), accessory: button('Diagnose it now') });
    expect(shown(said, { ...reader, width: 32 }).slice(2)).toEqual([
      '│ argo-rollouts crash loops',
      '│ [1 Diagnose it now]',
    ]);
  });

  it('keeps stars and underscores that are no marks', () => {
    const [, , line] = shown(anEphemeral(section('`a_b_c` 2*3*4 snake_case_name glob * and *')));
    expect(line).toBe('│ `a_b_c` 2*3*4 snake_case_name glob * and *');
  });

  it('lets no escape sequence through', () => {
    const [, , line] = shown(anEphemeral(section('a\u001b[31mred\u001b[0m\u0007b')));
    expect(line).toBe('│ ared�b');
  });

  it('previews files', () => {
    const content = Buffer.from(Array.from({ length: 42 }, (_, index) => `line ${index}`).join('\n'));
    const file = { id: 'F1', name: 'a.diff', title: 'The diff', length: 1, content, isComplete: true, channels: [] };
    const lines = shown(aMessage({ files: ['F1'] }), { ...reader, files: [file] });
    expect(lines.slice(3, 5)).toEqual(['│ [file: The diff]', '│   line 0']);
    expect(lines.at(-1)).toBe('│   … 2 more lines');
  });

  it('has colours only where they are wanted', () => {
    expect(shown(anEphemeral(section('*bold*')), { ...reader, paint: makePaint(true) }).join()).toContain(
      '\u001b[1mbold',
    );
  });
});

describe('a message that was reworded', () => {
  const before = ['one', 'two', 'three', 'four'];
  it.each([
    ['nothing where nothing is new', before, undefined],
    ['the new line alone where most stayed', ['one', 'two', 'III', 'four'], ['III']],
    ['everything where most is new', ['one', 'II', 'III', 'IV'], ['one', 'II', 'III', 'IV']],
    ['everything where lines went', ['one', 'two'], ['one', 'two']],
    ['a line that is there once more', ['one', 'two', 'three', 'four', 'one'], ['one']],
  ])('shows %s', (_, after, lines) => {
    expect(newLines(before, after)).toEqual(lines);
  });
});
