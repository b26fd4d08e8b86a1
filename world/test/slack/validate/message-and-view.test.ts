import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { messageRefusal, describe as words } from '../../../slack/validate/message.ts';
import { viewProblems } from '../../../slack/validate/view.ts';

const scope = { canShowFile: () => true };
const x = (length: number) => 'x'.repeat(length);
const section = (length: number): JsonObject => ({ type: 'section', text: { type: 'mrkdwn', text: x(length) } });
const sections = (total: number): JsonObject[] => [
  section(3000),
  section(3000),
  section(3000),
  section(3000),
  section(total - 12_000),
];

describe('a message', () => {
  const errorOf = (draft: Parameters<typeof messageRefusal>[0]) => messageRefusal(draft, scope)?.error;

  it('needs something to say', () => {
    expect(errorOf({})).toBe('no_text');
    expect(errorOf({ text: '  ' })).toBe('no_text');
    expect(errorOf({ text: '', blocks: [] })).toBe('no_text');
    expect(errorOf({ text: 'a' })).toBeUndefined();
    expect(errorOf({ blocks: [section(1)] })).toBeUndefined();
  });

  it('holds about 13,200 characters of block text in all', () => {
    expect(errorOf({ blocks: sections(13_200) })).toBeUndefined();
    expect(errorOf({ blocks: sections(13_201) })).toBe('msg_blocks_too_long');
  });

  it('has blocks in a list, and valid ones inside attachments too', () => {
    expect(errorOf({ text: 'a', blocks: { type: 'divider' } })).toBe('invalid_blocks_format');
    expect(errorOf({ text: 'a', attachments: [{ blocks: [section(3001)] }] })).toBe('invalid_blocks');
  });

  it.each<[string, Json, string | undefined]>([
    [
      'texts, numbers and one level of objects',
      { event_type: 'posted', event_payload: { id: 'a', n: 1, o: { b: true } } },
      undefined,
    ],
    ['no event type', { event_payload: {} }, 'invalid_metadata_format'],
    [
      'two levels of objects',
      { event_type: 'posted', event_payload: { o: { p: { q: 1 } } } },
      'invalid_metadata_schema',
    ],
    ['too much', { event_type: 'posted', event_payload: { id: x(8001) } }, 'metadata_too_large'],
  ])('metadata: %s', (_, metadata, error) => {
    expect(errorOf({ text: 'a', metadata })).toBe(error);
  });
});

describe('a view', () => {
  const modal = (over: JsonObject = {}): JsonObject => ({
    type: 'modal',
    title: { type: 'plain_text', text: 'Title' },
    blocks: [section(1)],
    ...over,
  });
  const problemsOf = (view: Json) => viewProblems(view, scope).map(words);
  const label = (length: number): JsonObject => ({ type: 'plain_text', text: x(length) });

  it.each<[string, number, (size: number) => JsonObject, string]>([
    ['title', 24, (n) => ({ title: label(n) }), '/view/title/text'],
    ['submit', 24, (n) => ({ submit: label(n) }), '/view/submit/text'],
    ['close', 24, (n) => ({ close: label(n) }), '/view/close/text'],
    ['private_metadata', 3000, (n) => ({ private_metadata: x(n) }), '/view/private_metadata'],
    ['callback_id', 255, (n) => ({ callback_id: x(n) }), '/view/callback_id'],
    ['external_id', 255, (n) => ({ external_id: x(n) }), '/view/external_id'],
  ])('%s: %d', (_, max, over, pointer) => {
    expect(problemsOf(modal(over(max)))).toEqual([]);
    expect(problemsOf(modal(over(max + 1)))).toContain(
      `must be less than ${max + 1} characters [json-pointer:${pointer}]`,
    );
  });

  it('needs a title, and a submit button when it asks for input', () => {
    const asking = { type: 'input', label: label(1), element: { type: 'plain_text_input', action_id: 'a' } };
    expect(problemsOf({ type: 'modal', blocks: [] })).toContain('missing required field: title [json-pointer:/view]');
    expect(problemsOf(modal({ blocks: [asking] }))).toContain('missing required field: submit [json-pointer:/view]');
    expect(problemsOf(modal({ blocks: [asking], submit: label(4) }))).toEqual([]);
    expect(problemsOf({ type: 'home', blocks: [asking] })).toEqual([]);
  });

  it('is a modal or a Home tab', () => {
    expect(problemsOf({ type: 'popup', blocks: [] })).toContain('unsupported type: popup [json-pointer:/view/type]');
  });
});
