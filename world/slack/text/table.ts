import { isList, isObject, type Json, type JsonObject, listAt, stringAt } from '../../../src/core/model/json.ts';
import { richTextLines } from './rich-text.ts';

/** Rows with their columns aligned. */
export function tableLines(block: JsonObject): readonly string[] {
  const rows = listAt(block, 'rows').map((row) => (isList(row) ? row.map(cellText) : []));
  const widths = rows.reduce<readonly number[]>(
    (sum, row) =>
      Array.from({ length: Math.max(sum.length, row.length) }, (_, i) => Math.max(sum[i] ?? 0, row[i]?.length ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
}

function cellText(cell: Json): string {
  if (!isObject(cell)) return '';
  if (cell.type === 'rich_text') return richTextLines(cell).join(' ');
  return stringAt(cell, 'text') ?? String(cell.value ?? '');
}
