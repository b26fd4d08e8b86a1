import { isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import type { InputState } from '../workspace/types.ts';
import { type Control, controlsOf, optionsOf } from './controls.ts';

/** Where `state.values` keeps what an element holds, and which field of the element fills it at first. */
interface Slot {
  readonly field: string;
  readonly initial: string;
  readonly empty: Json;
}

const one = (field: string, initial: string): Slot => ({ field, initial, empty: null });
const many = (field: string, initial: string): Slot => ({ field, initial, empty: [] });

const SLOTS: Readonly<Record<string, Slot>> = {
  plain_text_input: one('value', 'initial_value'),
  url_text_input: one('value', 'initial_value'),
  static_select: one('selected_option', 'initial_option'),
  radio_buttons: one('selected_option', 'initial_option'),
  multi_static_select: many('selected_options', 'initial_options'),
  checkboxes: many('selected_options', 'initial_options'),
  users_select: one('selected_user', 'initial_user'),
  multi_users_select: many('selected_users', 'initial_users'),
  conversations_select: one('selected_conversation', 'initial_conversation'),
  channels_select: one('selected_channel', 'initial_channel'),
  datepicker: one('selected_date', 'initial_date'),
  timepicker: one('selected_time', 'initial_time'),
};

export function initialState(blocks: readonly Json[]): InputState {
  return controlsOf(blocks.filter(isObject)).reduce<InputState>((state, control) => {
    const slot = SLOTS[control.type];
    if (!slot) return state;
    return withValue(state, control, {
      type: control.type,
      [slot.field]: control.element[slot.initial] ?? slot.empty,
    });
  }, {});
}

export function withValue(state: InputState, { blockId, actionId }: Control, value: JsonObject): InputState {
  return { ...state, [blockId]: { ...state[blockId], [actionId]: value } };
}

/** What a person gives: a text, or the labels (or values) of what is chosen. */
export type Given = string | readonly string[];

/** The state's value for what a person typed or chose. Throws when there is no such choice. */
export function valueFor(control: Control, given: Given): JsonObject {
  const slot = SLOTS[control.type];
  if (!slot) throw new Error(`a ${control.type} takes no value`);
  const texts = typeof given === 'string' ? [given] : given;
  const hasOptions = slot.field.startsWith('selected_option');
  const values: readonly Json[] = hasOptions ? texts.map((text) => optionOf(control, text)) : texts;
  if (Array.isArray(slot.empty)) return { type: control.type, [slot.field]: values };
  const [value = null] = values;
  return { type: control.type, [slot.field]: value === '' ? null : value };
}

function optionOf(control: Control, wanted: string): JsonObject {
  const options = optionsOf(control.element);
  const found = options.find(({ label, value }) => label === wanted || value === wanted);
  if (!found)
    throw new Error(`${control.label} offers no "${wanted}", only: ${options.map(({ label }) => label).join(', ')}`);
  return found.option;
}

export function isFilled(type: string, value: JsonObject | undefined): boolean {
  const slot = SLOTS[type];
  const held = slot && value?.[slot.field];
  return Array.isArray(held) ? held.length > 0 : held !== null && held !== undefined && held !== '';
}

export function heldText(type: string, value: JsonObject | undefined): string {
  const slot = SLOTS[type];
  const held = slot && value?.[slot.field];
  return typeof held === 'string' ? held : '';
}
