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
      return { elements: listAt(block, 'elements').map(named) };
    case 'section':
      return block.accessory === undefined ? {} : { accessory: named(block.accessory) };
    case 'input':
      return { element: named(block.element) };
    default:
      return {};
  }
}
