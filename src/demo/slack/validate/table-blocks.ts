import { isList, listAt } from '../../../core/model/json.ts';
import { blockId, type } from './composition.ts';
import { richText } from './rich-text.ts';
import {
  all,
  anything,
  boolean,
  integer,
  list,
  object,
  oneOf,
  problem,
  type Schema,
  string,
  variants,
} from './schema.ts';

const rawText = object({ required: { type: type('raw_text'), text: string({ min: 1 }) } });
const rawNumber = object({
  required: {
    type: type('raw_number'),
    value: (value, pointer) => (typeof value === 'number' ? [] : problem('must provide a number', pointer)),
  },
  optional: { text: string() },
});

const MAX_COLUMNS = 20;
const cell = variants({ raw_text: rawText, raw_number: rawNumber, rich_text: richText });
const row = list(cell, { max: MAX_COLUMNS });

const table = object({
  required: { type: type('table'), rows: list(row, { max: 100 }) },
  optional: {
    block_id: blockId,
    column_settings: list((value, pointer, scope) => (value === null ? [] : columnSetting(value, pointer, scope)), {
      max: MAX_COLUMNS,
    }),
  },
});

const columnSetting = object({
  optional: { align: oneOf('left', 'center', 'right'), is_wrapped: boolean },
});

const plainHeader: Schema = (value, pointer) => {
  const [first] = listAt(value, 'rows');
  const isRich =
    isList(first) && first.some((entry) => typeof entry === 'object' && entry !== null && 'elements' in entry);
  return isRich ? problem('header cells must not be rich_text', `${pointer}/rows/0`) : [];
};

const dataTable = all(
  plainHeader,
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
  /** Only what its reference states is checked; the chart's data passes. */
  data_visualization: object({
    required: { type: type('data_visualization'), title: string({ min: 1, max: 50 }) },
    optional: { block_id: blockId, chart: anything },
  }),
};
