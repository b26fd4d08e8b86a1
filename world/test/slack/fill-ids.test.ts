import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { withIds } from '../../slack/workspace/fill-ids.ts';
import { makeIds } from '../../slack/workspace/ids.ts';

const text: JsonObject = { type: 'plain_text', text: 'Go' };
const button: JsonObject = { type: 'button', text };
const image: JsonObject = { type: 'image', alt_text: 'a', image_url: 'https://x' };
const id = expect.stringMatching(/^[0-9a-f]{5}$/);

describe('blocks without names', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a button among actions', { type: 'actions', elements: [button] }, { elements: [{ ...button, action_id: id }] }],
    [
      'a button beside a section',
      { type: 'section', text, accessory: button },
      { accessory: { ...button, action_id: id } },
    ],
    ['a picture beside a section', { type: 'section', text, accessory: image }, { accessory: image }],
    [
      'the element of an input',
      { type: 'input', element: { type: 'plain_text_input' } },
      { element: { action_id: id } },
    ],
    ['a header', { type: 'header', text }, { type: 'header', text }],
  ])('%s', (_, block, expected) => {
    const [filled] = withIds([block], makeIds({ now: () => new Date(0) }));
    expect(filled).toMatchObject({ ...expected, block_id: id });
  });

  it('keep the names they have', () => {
    const block = { type: 'actions', block_id: 'mine', elements: [{ ...button, action_id: 'go' }] };
    expect(withIds([block], makeIds({ now: () => new Date(0) }))).toEqual([block]);
  });
});
