import { isObject, type Json, type JsonObject, listAt } from '../../../src/core/model/json.ts';
import { interactiveBlocks } from './interactive-blocks.ts';
import { richText } from './rich-text.ts';
import { lengthOf, list, type Problem, problem, type Scope, variants } from './schema.ts';
import { tableBlocks } from './table-blocks.ts';
import { textBlocks } from './text-blocks.ts';

const MAX_BLOCKS = { message: 50, modal: 100, home: 100 } as const;
const MAX_TABLES = 1;

const anyBlock = variants({ ...textBlocks, ...interactiveBlocks, ...tableBlocks, rich_text: richText });

/** Everything Slack would say against these blocks, with pointers below `pointer`. */
export function blockProblems(blocks: Json, pointer: string, scope: Scope): readonly Problem[] {
  const counted = list(anyBlock, { min: scope.surface === 'message' ? 1 : 0, max: MAX_BLOCKS[scope.surface] });
  const objects = Array.isArray(blocks) ? blocks.filter(isObject) : [];
  return [
    ...counted(blocks, pointer, scope),
    ...repeatedBlockIds(objects, pointer),
    ...objects.flatMap((block, index) => repeatedActionIds(block, `${pointer}/${index}`)),
    ...(objects.filter((block) => block.type === 'table').length > MAX_TABLES
      ? problem(`no more than ${MAX_TABLES} table blocks allowed`, pointer)
      : []),
  ];
}

function repeatedBlockIds(blocks: readonly JsonObject[], pointer: string): readonly Problem[] {
  return blocks.flatMap((block, index) =>
    typeof block.block_id === 'string' && blocks.findIndex((other) => other.block_id === block.block_id) < index
      ? problem(`block_id "${block.block_id}" already exists`, `${pointer}/${index}/block_id`)
      : [],
  );
}

function repeatedActionIds(block: JsonObject, pointer: string): readonly Problem[] {
  const elements = listAt(block, 'elements').filter(isObject);
  return elements.flatMap(({ action_id: id }, index) =>
    typeof id === 'string' && elements.findIndex((other) => other.action_id === id) < index
      ? problem(`\`action_id\` "${id}" already exists for this block_id`, `${pointer}/elements/${index}/action_id`)
      : [],
  );
}

/** Characters of every text in the blocks: what Slack's undocumented whole-message limit counts. */
export function textLengthOf(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, entry: Json) => sum + textLengthOf(entry), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, entry]) => sum + (key === 'text' && typeof entry === 'string' ? lengthOf(entry) : textLengthOf(entry)),
    0,
  );
}
