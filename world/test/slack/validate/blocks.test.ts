import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { blockProblems } from '../../../slack/validate/blocks.ts';
import { describe as words } from '../../../slack/validate/message.ts';
import type { Surface } from '../../../slack/validate/schema.ts';

const x = (length: number) => 'x'.repeat(length);
const plain = (length: number): JsonObject => ({ type: 'plain_text', text: x(length) });
const mrkdwn = (length: number): JsonObject => ({ type: 'mrkdwn', text: x(length) });
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

function problems(blocks: Json, surface: Surface = 'message'): readonly string[] {
  return blockProblems(blocks, '/blocks', { surface, canShowFile: (id) => id === 'F0READY' }).map(words);
}

const section = (over: JsonObject = {}): JsonObject => ({ type: 'section', text: mrkdwn(1), ...over });
const button = (over: JsonObject = {}): JsonObject => ({ type: 'button', text: plain(1), action_id: 'a', ...over });
const actions = (...elements: JsonObject[]): JsonObject => ({ type: 'actions', elements });
const option = (over: JsonObject = {}): JsonObject => ({ text: plain(1), value: 'v', ...over });
const select = (over: JsonObject): JsonObject => ({ type: 'static_select', action_id: 's', ...over });
const input = (element: JsonObject, over: JsonObject = {}): JsonObject => ({
  type: 'input',
  label: plain(1),
  element,
  ...over,
});
const textInput = (over: JsonObject = {}): JsonObject => ({ type: 'plain_text_input', action_id: 't', ...over });
const confirm = (over: JsonObject = {}): JsonObject => ({ title: plain(1), text: mrkdwn(1), ...over });
const image = (over: JsonObject = {}): JsonObject => ({
  type: 'image',
  alt_text: 'chart',
  image_url: 'https://example.com/a.png',
  ...over,
});
const cell = (text = 'x'): JsonObject => ({ type: 'raw_text', text });
const table = (over: JsonObject): JsonObject => ({ type: 'table', rows: [[cell()]], ...over });
interface Limit {
  readonly what: string;
  readonly max: number;
  readonly make: (size: number) => JsonObject | JsonObject[];
  readonly surface?: Surface;
  readonly says: (max: number) => string;
}

const characters = (pointer: string) => (max: number) =>
  `must be less than ${max + 1} characters [json-pointer:${pointer}]`;
const items = (pointer: string) => (max: number) => `no more than ${max} items allowed [json-pointer:${pointer}]`;
const less = (pointer: string) => (max: number) => `must be less than ${max + 1} [json-pointer:${pointer}]`;

const limits: readonly Limit[] = [
  { what: 'blocks in a message', max: 50, make: (n) => times(n, () => section()), says: items('/blocks') },
  {
    what: 'blocks in a modal',
    max: 100,
    make: (n) => times(n, () => section()),
    surface: 'modal',
    says: items('/blocks'),
  },
  {
    what: 'blocks in a Home tab',
    max: 100,
    make: (n) => times(n, () => section()),
    surface: 'home',
    says: items('/blocks'),
  },
  {
    what: 'section text',
    max: 3000,
    make: (n) => section({ text: mrkdwn(n) }),
    says: characters('/blocks/0/text/text'),
  },
  {
    what: 'section fields',
    max: 10,
    make: (n) => section({ fields: times(n, () => mrkdwn(1)) }),
    says: items('/blocks/0/fields'),
  },
  {
    what: 'section field text',
    max: 2000,
    make: (n) => section({ fields: [mrkdwn(n)] }),
    says: characters('/blocks/0/fields/0/text'),
  },
  {
    what: 'header text',
    max: 150,
    make: (n) => ({ type: 'header', text: plain(n) }),
    says: characters('/blocks/0/text/text'),
  },
  {
    what: 'context elements',
    max: 10,
    make: (n) => ({ type: 'context', elements: times(n, () => mrkdwn(1)) }),
    says: items('/blocks/0/elements'),
  },
  {
    what: 'actions elements',
    max: 25,
    make: (n) => actions(...times(n, (i) => button({ action_id: `a${i}` }))),
    says: items('/blocks/0/elements'),
  },
  {
    what: 'button text',
    max: 75,
    make: (n) => actions(button({ text: plain(n) })),
    says: characters('/blocks/0/elements/0/text/text'),
  },
  {
    what: 'button value',
    max: 2000,
    make: (n) => actions(button({ value: x(n) })),
    says: characters('/blocks/0/elements/0/value'),
  },
  {
    what: 'button url',
    max: 3000,
    make: (n) => actions(button({ url: `https://${x(n - 8)}` })),
    says: characters('/blocks/0/elements/0/url'),
  },
  {
    what: 'button accessibility label',
    max: 75,
    make: (n) => actions(button({ accessibility_label: x(n) })),
    says: characters('/blocks/0/elements/0/accessibility_label'),
  },
  {
    what: 'action_id',
    max: 255,
    make: (n) => actions(button({ action_id: x(n) })),
    says: characters('/blocks/0/elements/0/action_id'),
  },
  { what: 'block_id', max: 255, make: (n) => section({ block_id: x(n) }), says: characters('/blocks/0/block_id') },
  {
    what: 'confirm title',
    max: 100,
    make: (n) => actions(button({ confirm: confirm({ title: plain(n) }) })),
    says: characters('/blocks/0/elements/0/confirm/title/text'),
  },
  {
    what: 'confirm text',
    max: 300,
    make: (n) => actions(button({ confirm: confirm({ text: mrkdwn(n) }) })),
    says: characters('/blocks/0/elements/0/confirm/text/text'),
  },
  {
    what: 'confirm button',
    max: 30,
    make: (n) => actions(button({ confirm: confirm({ confirm: plain(n) }) })),
    says: characters('/blocks/0/elements/0/confirm/confirm/text'),
  },
  {
    what: 'deny button',
    max: 30,
    make: (n) => actions(button({ confirm: confirm({ deny: plain(n) }) })),
    says: characters('/blocks/0/elements/0/confirm/deny/text'),
  },
  {
    what: 'overflow options',
    max: 5,
    make: (n) => actions({ type: 'overflow', options: times(n, () => option()) }),
    says: items('/blocks/0/elements/0/options'),
  },
  {
    what: 'select options',
    max: 100,
    make: (n) => actions(select({ options: times(n, () => option()) })),
    says: items('/blocks/0/elements/0/options'),
  },
  {
    what: 'select option groups',
    max: 100,
    make: (n) => actions(select({ option_groups: times(n, () => ({ label: plain(1), options: [option()] })) })),
    says: items('/blocks/0/elements/0/option_groups'),
  },
  {
    what: 'option text',
    max: 75,
    make: (n) => actions(select({ options: [option({ text: plain(n) })] })),
    says: characters('/blocks/0/elements/0/options/0/text/text'),
  },
  {
    what: 'option value',
    max: 75,
    make: (n) => actions(select({ options: [option({ value: x(n) })] })),
    says: characters('/blocks/0/elements/0/options/0/value'),
  },
  {
    what: 'option description',
    max: 75,
    make: (n) => actions(select({ options: [option({ description: plain(n) })] })),
    says: characters('/blocks/0/elements/0/options/0/description/text'),
  },
  {
    what: 'radio options',
    max: 10,
    make: (n) => actions({ type: 'radio_buttons', options: times(n, () => option()) }),
    says: items('/blocks/0/elements/0/options'),
  },
  {
    what: 'checkbox options',
    max: 10,
    make: (n) => actions({ type: 'checkboxes', options: times(n, () => option()) }),
    says: items('/blocks/0/elements/0/options'),
  },
  {
    what: 'placeholder',
    max: 150,
    make: (n) => actions(select({ options: [option()], placeholder: plain(n) })),
    says: characters('/blocks/0/elements/0/placeholder/text'),
  },
  {
    what: 'input label',
    max: 2000,
    make: (n) => input(textInput(), { label: plain(n) }),
    surface: 'modal',
    says: characters('/blocks/0/label/text'),
  },
  {
    what: 'input hint',
    max: 2000,
    make: (n) => input(textInput(), { hint: plain(n) }),
    surface: 'modal',
    says: characters('/blocks/0/hint/text'),
  },
  {
    what: 'min_length',
    max: 3000,
    make: (n) => input(textInput({ min_length: n })),
    surface: 'modal',
    says: less('/blocks/0/element/min_length'),
  },
  {
    what: 'max_length',
    max: 3000,
    make: (n) => input(textInput({ max_length: n })),
    surface: 'modal',
    says: less('/blocks/0/element/max_length'),
  },
  { what: 'image alt text', max: 2000, make: (n) => image({ alt_text: x(n) }), says: characters('/blocks/0/alt_text') },
  { what: 'image title', max: 2000, make: (n) => image({ title: plain(n) }), says: characters('/blocks/0/title/text') },
  {
    what: 'image url',
    max: 3000,
    make: (n) => image({ image_url: `https://${x(n - 8)}` }),
    says: characters('/blocks/0/image_url'),
  },
  {
    what: 'markdown text',
    max: 12_000,
    make: (n) => ({ type: 'markdown', text: x(n) }),
    says: characters('/blocks/0/text'),
  },
  {
    what: 'table rows',
    max: 100,
    make: (n) => table({ rows: times(n, () => [cell()]) }),
    says: items('/blocks/0/rows'),
  },
  {
    what: 'table columns',
    max: 20,
    make: (n) => table({ rows: [times(n, () => cell())] }),
    says: items('/blocks/0/rows/0'),
  },
  {
    what: 'column settings',
    max: 20,
    make: (n) => table({ column_settings: times(n, () => ({ align: 'left' })) }),
    says: items('/blocks/0/column_settings'),
  },
];

describe('the limits of Block Kit', () => {
  it.each(limits)('$what: $max', ({ max, make, surface, says }) => {
    const at = [make(max)].flat();
    const over = [make(max + 1)].flat();
    expect(problems(at, surface)).toEqual([]);
    expect(problems(over, surface)).toContain(says(max));
  });

  it('counts characters, not UTF-16 units', () => {
    expect(problems([{ type: 'header', text: { type: 'plain_text', text: '🧭'.repeat(150) } }])).toEqual([]);
  });
});

describe('what is missing, unknown or doubled', () => {
  it.each<[string, JsonObject[], string, Surface?]>([
    ['an unknown block', [{ type: 'banner' }], 'unsupported type: banner [json-pointer:/blocks/0/type]'],
    ['a block without type', [{ text: mrkdwn(1) }], 'missing required field: type [json-pointer:/blocks/0]'],
    [
      'a section without text',
      [{ type: 'section' }],
      'missing required field: text or fields [json-pointer:/blocks/0]',
    ],
    ['empty text', [section({ text: mrkdwn(0) })], 'must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
    [
      'a misspelt field',
      [section({ acessory: button() })],
      'invalid additional property: acessory [json-pointer:/blocks/0]',
    ],
    [
      'mrkdwn in a header',
      [{ type: 'header', text: mrkdwn(1) }],
      'unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]',
    ],
    [
      'mrkdwn on a button',
      [actions(button({ text: mrkdwn(1) }))],
      'unsupported type: mrkdwn [json-pointer:/blocks/0/elements/0/text/type]',
    ],
    [
      'an unknown button style',
      [actions(button({ style: 'loud' }))],
      'must be one of: primary, danger [json-pointer:/blocks/0/elements/0/style]',
    ],
    [
      'a button in a context',
      [{ type: 'context', elements: [button()] }],
      'unsupported type: button [json-pointer:/blocks/0/elements/0/type]',
    ],
    [
      'a block id twice',
      [section({ block_id: 'b' }), section({ block_id: 'b' })],
      'block_id "b" already exists [json-pointer:/blocks/1/block_id]',
    ],
    [
      'an action id twice in a block',
      [actions(button(), button())],
      '`action_id` "a" already exists for this block_id [json-pointer:/blocks/0/elements/1/action_id]',
    ],
    ['an input in a message', [input(textInput())], 'unsupported type: input [json-pointer:/blocks/0/type]'],
    [
      'a text input outside an input block',
      [actions(textInput())],
      'unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]',
      'modal',
    ],
    ['two tables', [table({}), table({})], 'no more than 1 table blocks allowed [json-pointer:/blocks]'],
    [
      'options and option groups',
      [actions(select({ options: [option()], option_groups: [] }))],
      'only one of these fields is allowed: options, option_groups [json-pointer:/blocks/0/elements/0]',
    ],
    [
      'a select without options',
      [actions(select({}))],
      'missing required field: options or option_groups [json-pointer:/blocks/0/elements/0]',
    ],
    ['no elements', [actions()], 'no fewer than 1 items allowed [json-pointer:/blocks/0/elements]'],
    [
      'an image of two sources',
      [image({ slack_file: { id: 'F0READY' } })],
      'only one of these fields is allowed: image_url, slack_file [json-pointer:/blocks/0]',
    ],
    [
      'a file that is not ready',
      [{ type: 'image', alt_text: 'c', slack_file: { id: 'F0GONE' } }],
      'invalid slack file [json-pointer:/blocks/0/slack_file]',
    ],
    ...['card', 'alert', 'video', 'data_table'].map((type): [string, JsonObject[], string] => [
      `a ${type}, which nobody here sends`,
      [{ type }],
      `unsupported type: ${type} [json-pointer:/blocks/0/type]`,
    ]),
    ['no blocks', [], 'no fewer than 1 items allowed [json-pointer:/blocks]'],
  ])('%s', (_, blocks, says, surface) => {
    expect(problems(blocks, surface)).toContain(says);
  });

  it('takes the same action id in two blocks, a file that is ready, and an input in a modal', () => {
    expect(problems([actions(button()), actions(button())])).toEqual([]);
    expect(problems([{ type: 'image', alt_text: 'chart', slack_file: { id: 'F0READY' } }])).toEqual([]);
    expect(problems([input(textInput())], 'modal')).toEqual([]);
  });

  it('names the enclosing text object first, as Slack does', () => {
    expect(problems([section({ text: mrkdwn(3001) })])).toEqual([
      'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
      'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
    ]);
  });
});
