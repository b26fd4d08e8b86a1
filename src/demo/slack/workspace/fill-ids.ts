import { isObject, type Json, type JsonObject, listAt } from '../../../core/model/json.ts';
import type { Ids } from './ids.ts';

/** Slack names every block and every interactive element that came without a name. */
export function withIds(blocks: readonly JsonObject[], ids: Ids): readonly JsonObject[] {
  return blocks.map((block) => withElementIds({ ...block, block_id: block.block_id ?? ids.blockId() }, ids));
}

const SILENT = new Set(['image', 'plain_text', 'mrkdwn', 'rich_text_section', 'rich_text_list', 'rich_text_quote']);

function withElementIds(block: JsonObject, ids: Ids): JsonObject {
  if (block.type === 'rich_text' || block.type === 'table' || block.type === 'data_table') return block;
  const named = (element: Json): Json =>
    isObject(element) && typeof element.type === 'string' && !SILENT.has(element.type) && !('block_id' in element)
      ? { ...element, action_id: element.action_id ?? ids.blockId() }
      : element;
  return {
    ...block,
    ...('elements' in block && { elements: listAt(block, 'elements').map(named) }),
    ...(block.type === 'card' && 'actions' in block && { actions: listAt(block, 'actions').map(named) }),
    ...(block.accessory !== undefined && { accessory: named(block.accessory) }),
    ...(block.type === 'input' && block.element !== undefined && { element: named(block.element) }),
  };
}
