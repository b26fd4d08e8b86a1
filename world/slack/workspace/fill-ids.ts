import { isObject, type Json, type JsonObject, listAt } from '../../../src/core/model/json.ts';
import type { Ids } from './ids.ts';

/** Slack names every block and every interactive element that came without a name. */
export function withIds(blocks: readonly JsonObject[], ids: Ids): readonly JsonObject[] {
  return blocks.map((block) => ({ ...block, block_id: block.block_id ?? ids.blockId(), ...namedParts(block, ids) }));
}

function namedParts(block: JsonObject, ids: Ids): JsonObject {
  const named = (element: Json | undefined): Json =>
    isObject(element) && element.type !== 'image'
      ? { ...element, action_id: element.action_id ?? ids.blockId() }
      : (element ?? null);
  switch (block.type) {
    case 'actions':
    case 'context_actions':
      return { elements: listAt(block, 'elements').map(named) };
    case 'section':
      return block.accessory === undefined ? {} : { accessory: named(block.accessory) };
    case 'input':
      return { element: named(block.element) };
    case 'card':
      return block.actions === undefined ? {} : { actions: listAt(block, 'actions').map(named) };
    case 'carousel':
      return { elements: withIds(listAt(block, 'elements').filter(isObject), ids) };
    case 'container':
      return { child_blocks: withIds(listAt(block, 'child_blocks').filter(isObject), ids) };
    default:
      return {};
  }
}
