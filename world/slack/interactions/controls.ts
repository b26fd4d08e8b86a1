import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../../src/core/model/json.ts';

/** An interactive element where it stands. */
export interface Control {
  readonly block: JsonObject;
  readonly blockId: string;
  readonly element: JsonObject;
  readonly type: string;
  readonly actionId: string;
  /** What people call it: the button's text, the input's label, the menu's placeholder. */
  readonly label: string;
}

export interface Choice {
  readonly option: JsonObject;
  readonly label: string;
  readonly value: string;
}

const NOT_INTERACTIVE = new Set(['image', 'plain_text', 'mrkdwn']);

/** Every interactive element, in reading order. */
export function controlsOf(blocks: readonly JsonObject[]): readonly Control[] {
  return blocks.flatMap((block) =>
    elementsOf(block)
      .filter(isInteractive)
      .map((element) => controlFor(block, element)),
  );
}

function elementsOf(block: JsonObject): readonly JsonObject[] {
  switch (block.type) {
    case 'section':
      return [block.accessory].filter(isObject);
    case 'input':
      return [block.element].filter(isObject);
    case 'actions':
      return listAt(block, 'elements').filter(isObject);
    default:
      return [];
  }
}

function isInteractive({ type }: JsonObject): boolean {
  return typeof type === 'string' && !NOT_INTERACTIVE.has(type);
}

function controlFor(block: JsonObject, element: JsonObject): Control {
  const type = stringAt(element, 'type') ?? '';
  const label =
    stringAt(element, 'text', 'text') ??
    stringAt(block, 'label', 'text') ??
    stringAt(element, 'placeholder', 'text') ??
    (type === 'overflow' ? '…' : type);
  return {
    block,
    blockId: stringAt(block, 'block_id') ?? '',
    element,
    type,
    actionId: stringAt(element, 'action_id') ?? '',
    label,
  };
}

export function optionsOf(element: JsonObject): readonly Choice[] {
  const grouped = listAt(element, 'option_groups').flatMap((group) => listAt(group, 'options'));
  return [...listAt(element, 'options'), ...grouped].filter(isObject).map((option) => ({
    option,
    label: stringAt(objectAt(option, 'text'), 'text') ?? '',
    value: stringAt(option, 'value') ?? '',
  }));
}

export function isPressable({ type }: Control): boolean {
  return type === 'button';
}

/** The control a person means: by its number among the pressable ones, its label, or its action id. */
export function findControl(blocks: readonly JsonObject[], wanted: string | number): Control {
  const controls = controlsOf(blocks);
  const found =
    typeof wanted === 'number'
      ? controls.filter(isPressable)[wanted - 1]
      : (controls.find(({ label }) => label === wanted) ??
        controls.find(({ actionId }) => actionId === wanted) ??
        controls.find(({ blockId }) => blockId === wanted) ??
        controls.find(({ type, element }) => type === 'overflow' && hasOption(element, wanted)));
  if (found) return found;
  const offered = controls.map(({ label }) => `"${label}"`).join(', ');
  throw new Error(`there is no "${wanted}" here, only: ${offered === '' ? 'nothing to press' : offered}`);
}

function hasOption(element: JsonObject, wanted: string): boolean {
  return optionsOf(element).some(({ label, value }) => label === wanted || value === wanted);
}
