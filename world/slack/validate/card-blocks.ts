import { isObject } from '../../../src/core/model/json.ts';
import { buttons } from './buttons.ts';
import { blockId, imageElement, type, url } from './composition.ts';
import { interactiveBlocks } from './interactive-blocks.ts';
import { richText } from './rich-text.ts';
import { all, boolean, list, object, oneOf, problem, type Schema, string, variants } from './schema.ts';
import { tableBlocks } from './table-blocks.ts';
import { anyText, mrkdwnText, plainText } from './text.ts';
import { textBlocks } from './text-blocks.ts';

const card = all(
  object({
    required: { type: type('card') },
    optional: {
      block_id: blockId,
      hero_image: imageElement,
      icon: imageElement,
      title: mrkdwnText(150),
      subtitle: mrkdwnText(150),
      body: mrkdwnText(200),
      actions: list(variants(buttons)),
    },
  }),
  (value, pointer) =>
    isObject(value) && ['hero_image', 'title', 'actions', 'body'].every((name) => value[name] === undefined)
      ? problem('missing required field: hero_image, title, actions or body', pointer)
      : [],
);

const { markdown: _markdown, alert: _alert, context_actions: _contextActions, ...plainBlocks } = textBlocks;
const { data_table: _dataTable, data_visualization: _chart, ...plainTables } = tableBlocks;

const container = all(
  object({
    required: {
      type: type('container'),
      child_blocks: list(variants({ ...plainBlocks, ...plainTables, ...interactiveBlocks, rich_text: richText }), {
        max: 10,
      }),
    },
    optional: {
      block_id: blockId,
      title: plainText(150),
      rich_text_title: richText,
      subtitle: anyText(150),
      width: oneOf('narrow', 'standard', 'wide', 'full'),
      icon: imageElement,
      is_collapsible: boolean,
      default_collapsed: boolean,
      has_header_divider: boolean,
    },
  }),
  (value, pointer) =>
    isObject(value) && value.title === undefined && value.rich_text_title === undefined
      ? problem('missing required field: title or rich_text_title', pointer)
      : [],
);

const source = object({ required: { type: type('url'), url, text: string({ min: 1 }) } });

const taskCard = object({
  required: {
    type: type('task_card'),
    task_id: string({ min: 1 }),
    title: string({ min: 1 }),
    status: oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  optional: { block_id: blockId, details: richText, output: richText, sources: list(source) },
});

export const cardBlocks: Readonly<Record<string, Schema>> = {
  card,
  carousel: object({
    required: { type: type('carousel'), elements: list(card, { max: 10 }) },
    optional: { block_id: blockId },
  }),
  container,
  task_card: taskCard,
  plan: object({
    required: { type: type('plan'), title: string({ min: 1 }) },
    optional: { block_id: blockId, tasks: list(taskCard) },
  }),
};
