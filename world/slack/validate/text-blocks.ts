import { isObject } from '../../../src/core/model/json.ts';
import { buttons, contextActions } from './buttons.ts';
import { blockId, imageElement, pictureSource, type, url } from './composition.ts';
import { choices, menus, pickers } from './menus.ts';
import { all, boolean, exactlyOneOf, list, object, oneOf, problem, type Schema, string, variants } from './schema.ts';
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

const video = object({
  required: {
    type: type('video'),
    video_url: url,
    thumbnail_url: url,
    alt_text: string({ min: 1 }),
    title: plainText(199),
  },
  optional: {
    block_id: blockId,
    title_url: url,
    author_name: string({ max: 49 }),
    provider_name: string(),
    provider_icon_url: url,
    description: plainText(200),
  },
});

const alertFields = object({
  required: { type: type('alert'), text: anyText(200) },
  optional: { block_id: blockId, level: oneOf('default', 'info', 'warning', 'error', 'success') },
});

/** Slack shows alerts in modals only, so far. */
const alert: Schema = (value, pointer, scope) =>
  scope.surface === 'modal'
    ? alertFields(value, pointer, scope)
    : problem('unsupported type: alert', `${pointer}/type`);

export const textBlocks: Readonly<Record<string, Schema>> = {
  section,
  header,
  context,
  image,
  video,
  divider: object({ required: { type: type('divider') }, optional: { block_id: blockId } }),
  markdown: object({
    required: { type: type('markdown'), text: string({ min: 1, max: 12_000 }) },
    optional: { block_id: blockId },
  }),
  context_actions: object({
    required: { type: type('context_actions'), elements: list(variants(contextActions), { max: 5 }) },
    optional: { block_id: blockId },
  }),
  alert,
};
