import { isObject, type Json, type JsonObject, listAt, stringAt } from '../../src/core/model/json.ts';
import { controlsOf, isPressable, optionsOf } from './interactions/controls.ts';
import { blocksOf } from './interactions/view-response.ts';
import { readable } from './text/readable.ts';
import { richTextLines } from './text/rich-text.ts';
import { tableLines } from './text/table.ts';
import type { Ephemeral, InputState, Message, View } from './workspace/types.ts';

/** A message or view as lines of plain text: what a person reads, buttons numbered as `press` takes them, or from a later number on. */
export function linesOf(shown: Message | Ephemeral | View, firstNumber = 1): readonly string[] {
  if ('definition' in shown) return viewLines(shown);
  const lines = shown.blocks.length > 0 ? blockLines(shown.blocks, { firstNumber }) : textLines(shown.text);
  const attached = shown.attachments.flatMap((attachment) => [
    ...textLines(stringAt(attachment, 'text') ?? ''),
    ...blockLines(listAt(attachment, 'blocks').filter(isObject)),
  ]);
  return [...lines, ...attached];
}

export function textOf(shown: Message | Ephemeral | View): string {
  return linesOf(shown).join('\n');
}

interface Reading {
  readonly numbers: ReadonlyMap<JsonObject, number>;
  readonly state: InputState;
  readonly errors: Readonly<Record<string, string>>;
}

function viewLines(view: View): readonly string[] {
  const { definition, state, errors } = view;
  const buttons = [stringAt(definition, 'close', 'text'), stringAt(definition, 'submit', 'text')];
  const footer = buttons.flatMap((label) => (label === undefined ? [] : [`[${label}]`])).join(' ');
  const title = stringAt(definition, 'title', 'text');
  return [
    ...(title === undefined ? [] : [title]),
    ...blockLines(blocksOf(view), { state, errors }),
    ...(footer === '' ? [] : [footer]),
  ];
}

interface BlockReading extends Partial<Omit<Reading, 'numbers'>> {
  readonly firstNumber?: number;
}

function blockLines(
  blocks: readonly JsonObject[],
  { state = {}, errors = {}, firstNumber = 1 }: BlockReading = {},
): readonly string[] {
  const pressable = controlsOf(blocks).filter(isPressable);
  const numbers = new Map(pressable.map(({ element }, index) => [element, firstNumber + index]));
  return blocks.flatMap((block) => linesOfBlock(block, { numbers, state, errors }));
}

function linesOfBlock(block: JsonObject, reading: Reading): readonly string[] {
  switch (block.type) {
    case 'header':
      return textLines(stringAt(block, 'text', 'text') ?? '');
    case 'markdown':
      return textLines(stringAt(block, 'text') ?? '');
    case 'section':
      return sectionLines(block, reading);
    case 'context':
      return listAt(block, 'elements').map(elementText).join('  ').split('\n');
    case 'actions':
      return [
        elements(block, 'elements')
          .map((element) => controlText(element, reading))
          .join(' '),
      ];
    case 'divider':
      return ['---'];
    case 'image':
      return [`[image: ${stringAt(block, 'alt_text') ?? ''}]`];
    case 'input':
      return inputLines(block, reading);
    case 'rich_text':
      return richTextLines(block);
    case 'table':
      return tableLines(block);
    default:
      return [`[${String(block.type)}]`];
  }
}

function elements(block: JsonObject, name: string): readonly JsonObject[] {
  return listAt(block, name).filter(isObject);
}

function sectionLines(block: JsonObject, reading: Reading): readonly string[] {
  const text = textLines(stringAt(block, 'text', 'text') ?? '');
  const fields = listAt(block, 'fields').map(elementText);
  const { accessory } = block;
  const aside = isObject(accessory) ? controlText(accessory, reading) : '';
  const [first, ...rest] = [...text, ...fields];
  return aside === '' ? [...text, ...fields] : [`${first ?? ''}  ${aside}`.trimStart(), ...rest];
}

function inputLines(block: JsonObject, { state, errors }: Reading): readonly string[] {
  const id = stringAt(block, 'block_id') ?? '';
  const { element } = block;
  const held = isObject(element) ? state[id]?.[stringAt(element, 'action_id') ?? ''] : undefined;
  const hint = stringAt(block, 'hint', 'text');
  const choices = isObject(element) ? optionsOf(element).map(({ label }) => label) : [];
  const offer = choices.length > 0 ? ` (${choices.join(' | ')})` : '';
  const mark = block.optional === true ? ' (optional)' : '';
  return [
    `${stringAt(block, 'label', 'text') ?? ''}${mark}: ${heldValue(held) || '____'}${offer}`,
    ...(hint === undefined ? [] : [`  ${hint}`]),
    ...(errors[id] === undefined ? [] : [`  ! ${errors[id]}`]),
  ];
}

function heldValue(held: JsonObject | undefined): string {
  if (!held) return '';
  return Object.entries(held)
    .filter(([name]) => name !== 'type')
    .map(([, value]) => (Array.isArray(value) ? value.map(labelOf).join(', ') : labelOf(value)))
    .join('');
}

function labelOf(value: Json): string {
  if (value === null) return '';
  return isObject(value) ? (stringAt(value, 'text', 'text') ?? '') : String(value);
}

function controlText(element: JsonObject, { numbers }: Reading): string {
  const number = numbers.get(element);
  if (number !== undefined) return `[${number} ${stringAt(element, 'text', 'text') ?? ''}]`;
  if (element.type === 'image') return elementText(element);
  const options = optionsOf(element).map(({ label }) => label);
  const name = stringAt(element, 'placeholder', 'text') ?? (element.type === 'overflow' ? '…' : String(element.type));
  return options.length > 0 ? `<${name}: ${options.join(' | ')}>` : `<${name}>`;
}

function elementText(element: Json): string {
  if (!isObject(element)) return '';
  return element.type === 'image'
    ? `[image: ${stringAt(element, 'alt_text') ?? ''}]`
    : readable(stringAt(element, 'text') ?? '');
}

function textLines(text: string): readonly string[] {
  return text === '' ? [] : readable(text).split('\n');
}
