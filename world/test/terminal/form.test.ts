import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { View } from '../../slack/workspace/types.ts';
import { answerTo, type Field, fieldsOf, questionFor } from '../../terminal/form.ts';

const plain = (text: string): JsonObject => ({ type: 'plain_text', text });
const options = ['A day', 'A week'].map((text, index) => ({ text: plain(text), value: `v${index}` }));
const input = (id: string, label: string, element: JsonObject, optional = false): JsonObject => ({
  type: 'input',
  block_id: id,
  label: plain(label),
  optional,
  element: { action_id: 'a', ...element },
});

function aView(errors: View['errors'] = {}): View {
  const blocks = [
    { type: 'section', block_id: 's', text: plain('Quiet it') },
    input('why', 'Reason', { type: 'plain_text_input' }),
    input('long', 'How long', { type: 'static_select', options }),
    input('where', 'Where', { type: 'checkboxes', options }, true),
  ];
  return { id: 'V1', user: 'U0ADA', type: 'modal', hash: 'h', rootId: 'V1', definition: { blocks }, state: {}, errors };
}

const [reason, long, where] = fieldsOf(aView()) as [Field, Field, Field];

describe('the fields of a form', () => {
  it('are asked in order, with what there is to choose from', () => {
    expect(fieldsOf(aView()).map(questionFor)).toEqual([
      'Reason',
      'How long (1 A day, 2 A week)',
      'Where, or nothing (1 A day, 2 A week; several with commas)',
    ]);
  });

  it('are only those objected to, after a refusal', () => {
    expect(fieldsOf(aView({ long: 'Too long.' }))).toMatchObject([{ blockId: 'long', problem: 'Too long.' }]);
  });

  it.each<[string, Field, string, unknown]>([
    ['a text', reason, ' on purpose ', { kind: 'given', value: 'on purpose' }],
    ['an option by its number', long, '2', { kind: 'given', value: 'A week' }],
    ['an option by its label', long, 'a DAY', { kind: 'given', value: 'A day' }],
    ['several options', where, '1, A week', { kind: 'given', value: ['A day', 'A week'] }],
    ['nothing', where, '', { kind: 'kept' }],
    ['an option that is not there', long, '3', { kind: 'refused', because: 'choose from 1 to 2' }],
    ['one of several that is not there', where, '1, 9', { kind: 'refused', because: 'choose from 1 to 2' }],
  ])('take %s', (_, field, typed, answer) => {
    expect(answerTo(field, typed)).toEqual(answer);
  });
});
