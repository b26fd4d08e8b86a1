import { isObject } from '../../../src/core/model/json.ts';
import { buttons } from './buttons.ts';
import { blockId, imageElement, pictureSource, type } from './composition.ts';
import { choices, menus, pickers } from './menus.ts';
import { all, boolean, exactlyOneOf, list, object, problem, type Schema, string, variants } from './schema.ts';
import { anyText, plainText } from './text.ts';

const accessory = variants({
  ...buttons,
  ...menus,
  ...choices,
  datepicker: pickers.datepicker,
  timepicker: pickers.timepicker,
  image: imageElement,
});

const section = all(
  object({
    required: { type: type('section') },
    optional: {
      block_id: blockId,
      text: anyText(3000),
      fields: list(anyText(2000), { max: 10 }),
      accessory,
      expand: boolean,
    },
  }),
  (value, pointer) =>
    isObject(value) && value.text === undefined && value.fields === undefined
      ? problem('missing required field: text or fields', pointer)
      : [],
);

const header = object({
  required: { type: type('header'), text: plainText(150) },
  optional: { block_id: blockId },
});

const context = object({
  required: {
    type: type('context'),
    elements: list(variants({ plain_text: anyText(2000), mrkdwn: anyText(2000), image: imageElement }), { max: 10 }),
  },
  optional: { block_id: blockId },
});

const image = all(
  exactlyOneOf('image_url', 'slack_file'),
  object({
    required: { type: type('image'), alt_text: string({ min: 1, max: 2000 }) },
    optional: { block_id: blockId, title: plainText(2000), ...pictureSource },
  }),
);

export const textBlocks: Readonly<Record<string, Schema>> = {
  section,
  header,
  context,
  image,
  divider: object({ required: { type: type('divider') }, optional: { block_id: blockId } }),
  markdown: object({
    required: { type: type('markdown'), text: string({ min: 1, max: 12_000 }) },
    optional: { block_id: blockId },
  }),
};
