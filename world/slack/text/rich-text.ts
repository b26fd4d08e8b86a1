import { isObject, type Json, type JsonObject, listAt, stringAt } from '../../../src/core/model/json.ts';

export function richTextLines(block: JsonObject): readonly string[] {
  return listAt(block, 'elements').filter(isObject).flatMap(partLines);
}

function partLines(part: JsonObject): readonly string[] {
  const leaves = listAt(part, 'elements');
  switch (part.type) {
    case 'rich_text_list':
      return leaves
        .filter(isObject)
        .flatMap((item, index) =>
          richLeaves(listAt(item, 'elements')).map(
            (line) => `${part.style === 'ordered' ? `${index + 1}.` : '•'} ${line}`,
          ),
        );
    case 'rich_text_quote':
      return richLeaves(leaves).map((line) => `> ${line}`);
    default:
      return richLeaves(leaves);
  }
}

function richLeaves(leaves: readonly Json[]): readonly string[] {
  return leaves.map(leafText).join('').split('\n');
}

function leafText(leaf: Json): string {
  switch (stringAt(leaf, 'type')) {
    case 'link':
      return stringAt(leaf, 'text') ?? stringAt(leaf, 'url') ?? '';
    case 'emoji':
      return `:${stringAt(leaf, 'name') ?? ''}:`;
    case 'user':
      return `@${stringAt(leaf, 'user_id') ?? ''}`;
    case 'usergroup':
      return `@${stringAt(leaf, 'usergroup_id') ?? ''}`;
    case 'channel':
      return `#${stringAt(leaf, 'channel_id') ?? ''}`;
    case 'broadcast':
      return `@${stringAt(leaf, 'range') ?? ''}`;
    case 'date':
      return stringAt(leaf, 'fallback') ?? '';
    default:
      return stringAt(leaf, 'text') ?? '';
  }
}
