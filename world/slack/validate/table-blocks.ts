import { isList, isObject, listAt } from '../../../src/core/model/json.ts';
import { chartBlock } from './chart-block.ts';
import { blockId, type } from './composition.ts';
import { richText } from './rich-text.ts';
import {
  all,
  boolean,
  integer,
  list,
  number,
  object,
  oneOf,
  problem,
  type Schema,
  string,
  variants,
} from './schema.ts';

const MAX_COLUMNS = 20;

const cell = variants({
  raw_text: object({ required: { type: type('raw_text'), text: string({ min: 1 }) } }),
  raw_number: object({ required: { type: type('raw_number'), value: number }, optional: { text: string() } }),
  rich_text: richText,
});
const row = list(cell, { max: MAX_COLUMNS });

const columnSetting = object({ optional: { align: oneOf('left', 'center', 'right'), is_wrapped: boolean } });

/** A column may be left as it is by a null in its place. */
const columnSettingOrNull: Schema = (value, pointer, scope) =>
  value === null ? [] : columnSetting(value, pointer, scope);

const table = object({
  required: { type: type('table'), rows: list(row, { max: 100 }) },
  optional: { block_id: blockId, column_settings: list(columnSettingOrNull, { max: MAX_COLUMNS }) },
});

const rectangular: Schema = (value, pointer) => {
  const [header, ...rows] = listAt(value, 'rows').filter(isList);
  if (!header) return [];
  const isRich = header.some((entry) => isObject(entry) && entry.type === 'rich_text');
  return [
    ...(isRich ? problem('header cells must not be rich_text', `${pointer}/rows/0`) : []),
    ...(rows.some(({ length }) => length !== header.length)
      ? problem('all rows must have the same number of cells', `${pointer}/rows`)
      : []),
  ];
};

const dataTable = all(
  rectangular,
  object({
    required: { type: type('data_table'), rows: list(row, { min: 2, max: 101 }), caption: string({ min: 1 }) },
    optional: {
      block_id: blockId,
      page_size: integer({ min: 1, max: 100 }),
      row_header_column_index: integer({ min: 0, max: MAX_COLUMNS - 1 }),
    },
  }),
);

export const tableBlocks: Readonly<Record<string, Schema>> = {
  table,
  data_table: dataTable,
  data_visualization: chartBlock,
};
