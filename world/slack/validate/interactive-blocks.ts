import { buttons } from './buttons.ts';
import { blockId, type } from './composition.ts';
import { textInputs } from './inputs.ts';
import { choices, menus, pickers } from './menus.ts';
import { boolean, list, object, problem, type Schema, variants } from './schema.ts';
import { plainText } from './text.ts';

const { overflow: _, ...selects } = menus;

const actions = object({
  required: {
    type: type('actions'),
    elements: list(variants({ ...buttons, ...menus, ...choices, ...pickers }), { max: 25 }),
  },
  optional: { block_id: blockId },
});

const inputFields = object({
  required: {
    type: type('input'),
    label: plainText(2000),
    element: variants({ ...selects, ...choices, ...pickers, ...textInputs }),
  },
  optional: { block_id: blockId, hint: plainText(2000), optional: boolean, dispatch_action: boolean },
});

/** Inputs live in modals and in the Home tab; Slack does not take them in a message. */
const input: Schema = (value, pointer, scope) =>
  scope.surface === 'message'
    ? problem('unsupported type: input', `${pointer}/type`)
    : inputFields(value, pointer, scope);

export const interactiveBlocks: Readonly<Record<string, Schema>> = { actions, input };
