import { blockId, type } from './composition.ts';
import { richText } from './rich-text.ts';
import { boolean, list, number, object, oneOf, type Schema, string, variants } from './schema.ts';

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

export const tableBlocks: Readonly<Record<string, Schema>> = { table };
